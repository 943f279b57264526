# SPDX-License-Identifier: Apache-2.0
"""Rules and dashboard for Prometheus, against promtool and against the metrics that there are."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
MONITORING = ROOT / "deploy/monitoring"
# A test of rest/ holds the page against the metrics of both hosts.
PAGE = (ROOT / "docs/monitoring.md").read_text()
OF_PROMETHEUS = {"job", "instance"}


def promtool(*argv):
    return subprocess.run(["promtool", *argv], cwd=MONITORING, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)


def metrics():
    """Labels by name of series."""
    there = {"up": set()}
    for name, kind, labels in re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) \|", PAGE, re.M):
        labels = set(re.findall(r"`(\w+)`", labels))
        if kind == "histogram":
            there |= {name + "_bucket": labels | {"le"}, name + "_count": labels, name + "_sum": labels}
        elif kind == "summary":
            there |= {name + "_count": labels, name + "_sum": labels}
        else:
            there[name] = labels
    return there


METRICS = metrics()


def faults(query):
    """What a query names that there is not."""
    query = re.sub(r"label_values\((.*), (\w+)\)", r"sum by (\2) (\1)", query)
    names = re.findall(r"\b(up|(?:nat64|jvm|process)_\w+)(?:\{(.*?)\})?", query)
    found = [f"no metric {name}" for name, _ in names if name not in METRICS]
    there = set.union(OF_PROMETHEUS, *(METRICS.get(name, set()) for name, _ in names))
    for name, matchers in names:
        for label in re.findall(r"(\w+)\s*(?:=~|!~|!=|=)\s*\"", matchers):
            if label not in METRICS.get(name, set()) | OF_PROMETHEUS:
                found.append(f"no label {label} of {name}")
    for labels in re.findall(r"\b(?:by|without|on|ignoring)\s*\((.*?)\)", query):
        found += [f"no label {label} in {query}" for label in re.findall(r"\w+", labels) if label not in there]
    if not names:
        found.append(f"no metric at all in {query}")
    return found


def alerts():
    groups = yaml.safe_load((MONITORING / "isthmus.rules.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels():
    return [p for p in json.loads((MONITORING / "isthmus.dashboard.json").read_text())["panels"] if p["type"] != "row"]


class MonitoringTest(unittest.TestCase):
    def succeeds(self, *argv):
        done = promtool(*argv)
        self.assertEqual(0, done.returncode, done.stdout)

    def test_prometheus_takes_the_configuration_with_its_rules(self):
        self.succeeds("check", "config", "prometheus.yml")
        self.succeeds("check", "rules", "isthmus.rules.yml")

    def test_each_alert_is_raised_by_what_it_is_for_and_by_nothing_else(self):
        self.succeeds("test", "rules", "isthmus.rules.test.yml")
        tests = yaml.safe_load((MONITORING / "isthmus.rules.test.yml").read_text())["tests"]
        cases = [case for test in tests for case in test["alert_rule_test"]]
        for alert in alerts():
            raised = [bool(c.get("exp_alerts")) for c in cases if c["alertname"] == alert["alert"]]
            self.assertEqual({True, False}, set(raised), alert["alert"])

    def test_rules_name_metrics_that_there_are(self):
        for alert in alerts():
            self.assertEqual([], faults(alert["expr"]), alert["alert"])

    def test_the_page_says_what_to_do_about_each_alert(self):
        for alert in alerts():
            self.assertIn(f"| `{alert['alert']}` | {alert['labels']['severity']} |", PAGE)

    def test_the_dashboard_names_metrics_that_there_are(self):
        variables = json.loads((MONITORING / "isthmus.dashboard.json").read_text())["templating"]["list"]
        queries = [v["query"] for v in variables if v["type"] == "query"]
        queries += [t["expr"] for p in panels() for t in p["targets"]]
        self.assertGreater(len(queries), 20)
        for query in queries:
            self.assertEqual([], faults(query), query)

    def test_legends_of_the_dashboard_name_labels_that_there_are(self):
        for panel in panels():
            for target in panel["targets"]:
                labels = re.findall(r"{{(\w+)}}", target["legendFormat"])
                name = re.search(r"\b(?:nat64|jvm|process)_\w+", target["expr"])[0]
                self.assertLessEqual(set(labels), METRICS[name] | OF_PROMETHEUS, panel["title"])

    def test_a_number_that_is_always_1_is_shown_by_its_name(self):
        # Of a single series Grafana shows the value alone.
        always = set(re.findall(r"^\| `(\w+)` \| info \|", PAGE, re.M)) | {"nat64_device_state", "nat64_exporter_state"}
        shown = [p for p in panels() if p["type"] == "stat"
                 and any(re.match(r"\w+", t["expr"])[0] in always for t in p["targets"])]
        self.assertEqual(["Devices not ready", "Version"], sorted(p["title"] for p in shown))
        for panel in shown:
            self.assertIn("name", panel.get("options", {}).get("textMode", "auto"), panel["title"])

    def test_queries_of_the_dashboard_are_promql(self):
        rules = [{"record": f"panel:{i}", "expr": t["expr"]}
                 for i, t in enumerate(t for p in panels() for t in p["targets"])]
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}, file)
            file.flush()
            self.succeeds("check", "rules", file.name)

    def test_what_there_is_not_is_found(self):
        for query, fault in (
                ("nat64_helthy == 0", "no metric nat64_helthy"),
                ('nat64_refused_total{raeson="x"}', "no label raeson of nat64_refused_total"),
                ("sum by (device) (nat64_bindings)", "no label device in sum by (device) (nat64_bindings)"),
                ("label_values(nat64_healthy, pool)", "no label pool in sum by (pool) (nat64_healthy)"),
                ("vector(1)", "no metric at all in vector(1)")):
            self.assertEqual([fault], faults(query))


if __name__ == "__main__":
    unittest.main()
