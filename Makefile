# SPDX-License-Identifier: Apache-2.0
# Isthmus: every command a user or a developer needs. `make help` lists them.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

MVN ?= mvn -B -ntp -q
SWITCH ?= embedded
QUICK ?= 0
PACKETS ?= 100000
SEED ?= 1
PROFILES ?= v1model
MINUTES ?= 15
PYTHON ?= /usr/bin/python3
export SWITCH QUICK

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  SWITCH=embedded|fast-path|bmv2|stratum|netfpga|rtl"
	@echo "                                 the switch of demo and up (default: embedded)"
	@echo "  QUICK=1                        shorter benchmarks"
	@echo "  PACKETS=100000 SEED=1          of the differential test; PACKETS=1000000 SEED=1 of fuzz, with"
	@echo "                                 PROFILES=v1model,minimal,netfpga and ONLY=NUMBER"
	@echo "  MINUTES=15 SEED=N              of chaos; without a seed it takes one by chance"

.PHONY: demo
demo: demo-ready ## Bring up the fabric, check it with real traffic, take it down (root)
	@mininet/demo run

.PHONY: onos-demo
onos-demo: demo-ready ## The same with ONOS: ONOS_ROOT=DIR, or ONOS_HOST=ADDRESS, or docker (root)
	@mininet/demo --host onos run

.PHONY: up
up: demo-ready ## Bring up the fabric and leave it running (root)
	@mininet/demo up

.PHONY: down
down: ## Remove all that up or a broken demo left behind (root)
	@mininet/demo down

.PHONY: demo-ready
demo-ready:
	@scripts/install build demo
	@$(MAKE) build
	@[ "$(SWITCH)" != rtl ] || $(MAKE) rtl

.PHONY: oar
oar: build ## Build the ONOS application: app/target/isthmus-VERSION.oar
	@ls app/target/isthmus-*.oar

.PHONY: packages
packages: build ## Build the Debian packages: target/packages
	@deploy/debian/build

.PHONY: packages-test
packages-test: ## Install, start, upgrade and purge them on minimal Debians 12 and 13, or ARGS=trixie (root)
	@scripts/install build packages
	@$(MAKE) build
	@deploy/debian/test $(ARGS)

.PHONY: release
release: ## Build packages, .oar, images (root), SBOM and checksums from clean: target/release
	@scripts/install build images
	@deploy/release $(MVN)

.PHONY: images
images: build ## Build and try images of controller and switch (root): target/images
	@scripts/install images
	@packages=$$(deploy/debian/build) && images=$$(deploy/oci/build $$packages) && deploy/oci/test $$images

.PHONY: build
build: ## Build every module, without tests; nothing where nothing has changed
	@scripts/build $(filter-out -q,$(MVN))

.PHONY: test
test: ## Run the whole test suite, with formatting and architecture rules
	@scripts/install build test
	@$(MVN) spotless:check
	@$(PYTHON) p4/compile --check
	@$(PYTHON) switch/src/main/bpf/build --check
	@$(PYTHON) -m unittest discover -q -s p4/tests -t p4
	@$(PYTHON) p4/vectors/generate.py --check
	@rm -rf */target/maven-status hw/netfpga/*/target/maven-status hw/netfpga/*/*/target/maven-status # has all compiled again, with Error Prone
	@$(MVN) -Perror-prone verify
	@$(MAKE) simulate
	@$(MAKE) web-test
	@$(PYTHON) -m unittest discover -q -s deploy/tests -t deploy
	@$(PYTHON) -m unittest discover -q -s mininet/tests -t mininet
	@$(PYTHON) -m unittest discover -q -s bench/tests -t bench
	@$(PYTHON) -m unittest discover -q -s hw/netfpga/build/tests -t hw/netfpga/build
	@$(PYTHON) -m unittest discover -q -s hw/netfpga/rtl/report/tests -t hw/netfpga/rtl/report
	@switch/src/test/python/run
	@export/src/test/collectors/run
	@! command -v simple_switch_grpc >/dev/null || $(MAKE) differential PACKETS=4000

# Maps with an enum in their keys go by identity hashes: with one for all objects, a seed gives the same run each time.
.PHONY: simulate
simulate: ## Change everything at once in simulated networks, by seeds: ARGS=-Disthmus.seeds=1000, or .seed=67
	@$(MVN) -pl core test -DexcludedGroups= -Dgroups=simulation \
		"-DargLine=-XX:+UnlockExperimentalVMOptions -XX:hashCode=2" $(ARGS)

.PHONY: root-test
root-test: ## Test what needs interfaces and the BPF of this machine (root)
	@scripts/install build root-test
	@$(MVN) -pl switch -am test -DexcludedGroups= -Dgroups=root

.PHONY: web-test
web-test: ## Test the web page in headless Chromium
	@scripts/install build web
	@cd web && node tools/ci.mjs && npm run --silent build && npm run --silent test:browser

.PHONY: api-test
api-test: build ## Ask a controller whatever its OpenAPI document allows (schemathesis); ARGS="--max-examples 100"
	@rest/src/test/schemathesis/run $(ARGS)

.PHONY: differential
differential: ## Send the same packets to the embedded switch and to BMv2, compare every byte
	@$(MVN) -pl switch,pipeline -am -DskipTests package
	@java -cp switch/target/test-classes:switch/target/isthmus-switch.jar \
		org.isthmus.target.conformance.Differential $(PACKETS) $(SEED)

.PHONY: fuzz
fuzz: ## Send a million damaged packets through pipeline and slow path, judge what leaves
	@$(MVN) -pl bench -am -DskipTests package
	@cd bench && java -Xmx1g -cp target/test-classes:../switch/target/test-classes:target/isthmus-bench.jar \
		org.isthmus.fuzz.Fuzz $(PROFILES) \
		$(if $(filter-out file,$(origin PACKETS)),$(PACKETS),1000000) $(SEED) $(ONLY)

.PHONY: bench
bench: ## Run every benchmark beside its peers (root for those with real interfaces)
	@scripts/install build bench
	@$(MAKE) build
	@bench/run

.PHONY: bench-streams
bench-streams: ## Measure 1 to 50 streams of TCP and UDP; INTERFACES="eth1 eth2" ARGS=--help (root)
	@scripts/install bench
	@$(if $(INTERFACES),,scripts/install build && $(MAKE) build)
	@cd bench && $(PYTHON) -m netbench.streams \
		$(if $(INTERFACES),--interfaces $(INTERFACES)) $(ARGS)

.PHONY: bench-charts
bench-charts: ## Draw UDP by packet size and by number of flows, beside the peers; ARGS=--help (root)
	@scripts/install build bench
	@$(MAKE) build
	@cd bench && $(PYTHON) -m netbench.charts $(ARGS)

.PHONY: bench-answers
bench-answers: ## Measure first answers of new flows at several rates; ARGS=--help (root)
	@scripts/install build bench
	@$(MAKE) build
	@cd bench && $(PYTHON) -m netbench.answers $(ARGS)

.PHONY: bench-soak
bench-soak: ## Set up new flows at one rate for 10 minutes; ARGS=--help (root)
	@scripts/install build bench
	@$(MAKE) build
	@cd bench && $(PYTHON) -m netbench.soak $(ARGS)

.PHONY: chaos
chaos: ## Do faults to a small fabric of real parts, compare all the while (root)
	@scripts/install build chaos
	@$(MAKE) build
	@cd bench && $(PYTHON) -m chaos --minutes $(MINUTES) \
		$(if $(filter-out file,$(origin SEED)),--seed $(SEED))

.PHONY: bitstream
bitstream: ## Build a bitstream for the NetFPGA SUME (needs its toolchain); TOOLCHAIN=sdnet|rtl ARGS=--help
	@hw/netfpga/build/bitstream $(ARGS)

.PHONY: rtl
rtl: ## Build the card in Verilog with Verilator, for the agent: target/rtl/isthmus
	@scripts/install rtl
	@$(MAKE) -C hw/netfpga/rtl/sim

.PHONY: rtl-bench
rtl-bench: ## Run the benches of the card's Verilog blocks, in two simulators
	@scripts/install rtl
	@hw/netfpga/rtl/lib/bench/run

.PHONY: rtl-formal
rtl-formal: ## Prove what is proved of the card's Verilog blocks
	@scripts/install rtl
	@hw/netfpga/rtl/lib/formal/run

.PHONY: rtl-report
rtl-report: build ## Synthesize the card piece by piece for size and speed: hw/netfpga/rtl/isthmus/isthmus.report.txt
	@scripts/install rtl
	@cd hw/netfpga/rtl/report && $(PYTHON) -m rtl_report isthmus

.PHONY: rtl-route
rtl-route: ## Place and route pieces of the card on a part that open tools know: hw/netfpga/rtl/isthmus/isthmus.route.txt
	@scripts/install rtl
	@hw/netfpga/rtl/report/route isthmus

.PHONY: rtl-verilog
rtl-verilog: build ## Make the card's Verilog of the compiled P4 program: hw/netfpga/rtl/isthmus
	@hw/netfpga/rtl/compiler/bin/isthmus-rtl registers hw/netfpga/rtl/lib/registers.vh
	@hw/netfpga/rtl/compiler/bin/isthmus-rtl isthmus p4/compiled/rtl/isthmus.json \
		p4/compiled/rtl/isthmus.p4info.txtpb hw/netfpga/rtl/isthmus

EXAMPLES := hw/netfpga/rtl/examples
.PHONY: rtl-examples
rtl-examples: build ## Make Verilog of the examples for the card, and build that: target/rtl/switch, target/rtl/router
	@scripts/install rtl
	@set -e; for name in switch router; do \
		hw/netfpga/rtl/compiler/bin/isthmus-rtl $$name $(EXAMPLES)/$$name/$$name.json \
			$(EXAMPLES)/$$name/$$name.p4info.txtpb target/rtl/$$name/verilog; \
		$(MAKE) -C hw/netfpga/rtl/sim PROGRAM=$$name SOURCE=../../../../target/rtl/$$name/verilog \
			P4INFO=../examples/$$name/$$name.p4info.txtpb; \
	done

.PHONY: rtl-test
rtl-test: rtl rtl-examples ## Test the agent on cards in Verilog
	@scripts/install build
	@$(MAKE) -C hw/netfpga/rtl/sim PROGRAM=tiny SOURCE=test
	@$(MVN) -pl hw/netfpga/agent,hw/netfpga/rtl/compiler -am test -DexcludedGroups= -Dgroups=rtl
	@$(MAKE) build
	@CARD=$(CURDIR)/target/rtl/isthmus TESTS=$(CURDIR)/hw/netfpga/agent/src/test/python switch/src/test/python/run

.PHONY: rtl-rate
rtl-rate: rtl ## Print what the card in Verilog takes, in cycles
	@scripts/install build
	@$(MVN) -pl hw/netfpga/agent -am test -DexcludedGroups= -Dgroups=rtl -Dtest=RtlRateTest \
		-Dsurefire.failIfNoSpecifiedTests=false
	@sed -n '/^card in Verilog/,$$p' hw/netfpga/agent/target/surefire-reports/*.RtlRateTest-output.txt

.PHONY: p4
p4: ## Recompile the P4 program (needs p4c-bm2-ss on the PATH)
	@p4/compile

.PHONY: format
format: ## Format the Java sources
	@$(MVN) spotless:apply

.PHONY: clean
clean: ## Remove everything that was built
	@$(MVN) clean
	@rm -rf target
