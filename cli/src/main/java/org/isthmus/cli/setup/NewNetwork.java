// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.setup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isthmus.config.ManagementAddress;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** The netcfg and the options of the switches that a {@link Draft} describes. For one thread. */
public final class NewNetwork {
    /** The switch of a network of one. */
    public static final String BOX = "box";

    /** Where a switch listens by default. */
    private static final String BOX_ADDRESS = "127.0.0.1:9559";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A part of the name of a unit and of a file. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** Of Linux (IFNAMSIZ), in a list that is split at spaces. */
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9._:-]{1,15}");

    private static final Pattern LOCAL = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|\\[.*]");

    private static final class Switch {
        final String name;
        final ManagementAddress address;
        final int deviceId;

        /** By port number less one. */
        final List<String> interfaces = new ArrayList<>();

        boolean hasHosts;

        Switch(String name, ManagementAddress address, int deviceId) {
            this.name = name;
            this.address = address;
            this.deviceId = deviceId;
        }

        boolean isHere() {
            return LOCAL.matcher(address.host()).matches();
        }

        String device() {
            return "device:" + name;
        }
    }

    private final Map<String, Switch> switches = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    /** The options behind parts of the netcfg, by the paths of these. */
    private final Map<String, String> origins = new LinkedHashMap<>();

    private final ObjectNode root = MAPPER.createObjectNode();
    private final Netcfg netcfg;

    private NewNetwork(Draft draft) throws SetupException {
        if (draft.switches.isEmpty()) {
            add(BOX, BOX_ADDRESS, "--switch " + BOX + "=" + BOX_ADDRESS);
        }
        draft.switches.forEach(this::addSwitch);
        ObjectNode devices = root.putObject("devices");
        ObjectNode ports = root.putObject("ports");
        draft.ports.forEach(text -> addPort(ports, text));
        if (!draft.links.isEmpty()) {
            ObjectNode links = root.putObject("links");
            draft.links.forEach(text -> addLink(links, text, draft.linkMtu));
        }
        switches.values().forEach(s -> addDevice(devices, s, draft));
        ObjectNode app = root.putObject("apps").putObject("org.isthmus");
        addNat64(app.putObject("nat64"), draft);
        addRoutes(app, draft);
        throwIfWrong();
        advertise(check().fabric(), draft.dns);
        netcfg = check();
    }

    /** Whoever has a default route by a router is none beside it. */
    private void advertise(FabricConfig fabric, List<String> dns) {
        for (FabricConfig.Interface i : fabric.interfaces) {
            ObjectNode port = (ObjectNode) root.path("ports").path(i.port.toString());
            if (i.networks6.stream().anyMatch(n -> isOfGateway(fabric, n))) {
                port.putObject("isthmus").put("routerAdvertisements", false);
            } else if (!i.networks6.isEmpty() && !dns.isEmpty()) {
                ArrayNode servers = port.putObject("isthmus").putArray("dnsServers");
                dns.forEach(servers::add);
                origins.put(
                        "ports." + i.port + ".isthmus.dnsServers",
                        "--dns " + String.join(",", dns));
            }
        }
    }

    private static boolean isOfGateway(FabricConfig fabric, Ipv6Prefix network) {
        return fabric.routes.stream()
                .filter(r -> r.prefix6 != null && r.prefix6.length() == 0)
                .anyMatch(r -> network.contains(r.via6));
    }

    /**
     * The files of a network.
     *
     * @throws SetupException with all that is wrong
     */
    public static NewNetwork of(Draft draft) throws SetupException {
        return new NewNetwork(draft);
    }

    private void throwIfWrong() throws SetupException {
        if (!problems.isEmpty()) {
            throw new SetupException(problems);
        }
    }

    private void addSwitch(String text) {
        String option = "--switch " + text;
        int at = text.indexOf('=');
        String name = text.substring(0, Math.max(at, 0));
        if (!NAME.matcher(name).matches()) {
            problems.add(
                    option
                            + ": must be NAME=HOST:PORT, with a name of letters, digits and ._-"
                            + " alone");
        } else if (switches.containsKey(name)) {
            problems.add(option + ": there is a switch " + name + " already");
        } else {
            add(name, text.substring(at + 1), option);
        }
    }

    /** P4Runtime is in clear on this machine alone. */
    private void add(String name, String address, String option) {
        String host = address.substring(0, Math.max(address.lastIndexOf(':'), 0));
        String scheme = LOCAL.matcher(host).matches() ? "grpc" : "grpcs";
        int id = switches.size() + 1;
        try {
            ManagementAddress parsed =
                    ManagementAddress.parse(scheme + "://" + address + "?device_id=" + id);
            switches.put(name, new Switch(name, parsed, id));
            origins.put("devices.device:" + name, option);
        } catch (IllegalArgumentException e) {
            problems.add(option + ": must be NAME=HOST:PORT, an IPv6 address in brackets");
        }
    }

    private static void addDevice(ObjectNode devices, Switch s, Draft draft) {
        ObjectNode device = devices.putObject(s.device());
        device.putObject("basic").put("managementAddress", s.address.toString());
        ObjectNode ours = device.putObject("isthmus").put("mac", mac(s, draft));
        if (!s.hasHosts) {
            ours.put("translator", false);
        }
    }

    /**
     * Administered here (IEEE 802, U/L bit). Another one for a switch of another network, and the
     * same when ports are added to this one: its neighbours go on.
     */
    private static String mac(Switch s, Draft draft) {
        try {
            String seed = s.name + " " + draft.ports.get(0);
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(seed.getBytes(StandardCharsets.UTF_8));
            StringBuilder mac = new StringBuilder("02");
            for (int i = 0; i < 5; i++) {
                mac.append(String.format(":%02x", hash[i]));
            }
            return mac.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    /** The next port of a switch on an interface, as netcfg names it; null, and a problem: none. */
    private String port(String text, String option) {
        int slash = text.indexOf('/');
        String name = slash < 0 && switches.size() == 1 ? only() : text.substring(0, slash + 1);
        Switch s = switches.get(name.replaceFirst("/$", ""));
        String on = text.substring(slash + 1);
        if (s == null) {
            String known = String.join(", ", switches.keySet());
            // Without any, it is the options of the switches that are wrong.
            if (!known.isEmpty()) {
                problems.add(option + ": must begin with SWITCH/, one of " + known);
            }
        } else if (!INTERFACE.matcher(on).matches()) {
            problems.add(option + ": " + notAnInterface(on));
        } else if (s.interfaces.contains(on)) {
            problems.add(option + ": " + on + " of " + s.name + " is in use already");
        } else {
            s.interfaces.add(on);
            return s.device() + "/" + s.interfaces.size();
        }
        return null;
    }

    private static String notAnInterface(String name) {
        return "not the name of an interface: " + name;
    }

    static void checkInterface(String name) {
        if (!INTERFACE.matcher(name).matches()) {
            throw new IllegalArgumentException(notAnInterface(name));
        }
    }

    private String only() {
        return switches.keySet().iterator().next();
    }

    private void addPort(ObjectNode ports, String text) {
        String option = "--port " + text;
        int at = text.indexOf('=');
        if (at < 0) {
            problems.add(option + ": must be INTERFACE=ADDRESS/LENGTH[,ADDRESS/LENGTH]");
            return;
        }
        String where = text.substring(0, at);
        String port = port(where, option);
        if (port == null) {
            return;
        }
        switches.get(port.substring("device:".length(), port.lastIndexOf('/'))).hasHosts = true;
        origins.put("ports." + port, option);
        ObjectNode one = ports.putObject(port).putArray("interfaces").addObject();
        one.put("name", where.substring(where.indexOf('/') + 1));
        ArrayNode ips = one.putArray("ips");
        for (String ip : text.substring(at + 1).split(",")) {
            ips.add(ip);
        }
    }

    private void addLink(ObjectNode links, String text, int mtu) {
        String option = "--link " + text;
        String[] ends = text.split("=", -1);
        if (ends.length != 2) {
            problems.add(option + ": must be SWITCH/INTERFACE=SWITCH/INTERFACE");
            return;
        }
        String one = port(ends[0], option);
        String other = port(ends[1], option);
        if (one != null && other != null) {
            String name = one + "-" + other;
            origins.put("links." + name, option);
            links.putObject(name).putObject("isthmus").put("mtu", mtu);
        }
    }

    private void addNat64(ObjectNode nat64, Draft draft) {
        String path = "apps.org.isthmus.nat64.";
        nat64.putArray("instances").addObject().put("name", "default").put("prefix", draft.prefix);
        origins.put(path + "instances[0]", "--prefix " + draft.prefix);
        ObjectNode pool = nat64.putArray("pools").addObject().put("name", "main");
        ArrayNode prefixes = pool.putArray("prefixes");
        draft.pool.forEach(prefixes::add);
        origins.put(path + "pools[0]", "--pool " + String.join(",", draft.pool));
    }

    private void addRoutes(ObjectNode app, Draft draft) {
        Map<String, String[]> routes = new LinkedHashMap<>();
        for (String via : draft.gateways) {
            String all = via.indexOf(':') < 0 ? "0.0.0.0/0" : "::/0";
            routes.put("--gateway " + via, new String[] {all, via});
        }
        for (String text : draft.routes) {
            String[] parts = text.split("=", -1);
            if (parts.length == 2) {
                routes.put("--route " + text, parts);
            } else {
                problems.add("--route " + text + ": must be PREFIX=ROUTER");
            }
        }
        if (routes.isEmpty()) {
            return;
        }
        ArrayNode list = app.putArray("routes");
        routes.forEach(
                (option, route) -> {
                    origins.put("apps.org.isthmus.routes[" + list.size() + "]", option);
                    list.addObject().put("prefix", route[0]).put("via", route[1]);
                });
    }

    private Netcfg check() throws SetupException {
        try {
            return Netcfg.parse(netcfg());
        } catch (NetcfgException e) {
            e.problems().forEach(p -> problems.add(inOptions(p)));
            throw new SetupException(problems);
        }
    }

    /** A problem of the netcfg, with the option that is behind it. */
    private String inOptions(String problem) {
        String longest = "";
        for (String path : origins.keySet()) {
            if (problem.startsWith(path)
                    && ".:[".indexOf(problem.charAt(path.length())) >= 0
                    && path.length() > longest.length()) {
                longest = path;
            }
        }
        if (longest.isEmpty()) {
            return problem;
        }
        Matcher field = Pattern.compile("[^ ]*: ").matcher(problem);
        String what = field.lookingAt() ? problem.substring(field.end()) : problem;
        return origins.get(longest) + ": " + what;
    }

    /** With a final line break. */
    public byte[] netcfg() {
        try {
            String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
            return (text + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can be written", e);
        }
    }

    /** What the controller would warn of. */
    public List<String> warnings() {
        return netcfg.warnings();
    }

    /** All files, by their places below {@code /etc/isthmus}; the netcfg is the first. */
    public Map<Path, byte[]> files() {
        Map<Path, byte[]> files = new LinkedHashMap<>();
        files.put(Path.of("netcfg.json"), netcfg());
        for (Switch s : switches.values()) {
            files.put(
                    Path.of("switch", s.name + ".conf"),
                    options(s).getBytes(StandardCharsets.UTF_8));
        }
        return Collections.unmodifiableMap(files);
    }

    private static String options(Switch s) {
        StringBuilder options = new StringBuilder("--device-id " + s.deviceId);
        for (int port = 1; port <= s.interfaces.size(); port++) {
            options.append(" -i ").append(port).append('@').append(s.interfaces.get(port - 1));
        }
        options.append(" --cpu-port 255 --grpc-server-addr ").append(listen(s));
        if (!s.isHere()) {
            options.append(" --grpc-server-ssl --grpc-server-with-client-auth")
                    .append(" --grpc-server-cacert /etc/isthmus/switch/ca.pem")
                    .append(" --grpc-server-cert /etc/isthmus/switch/" + s.name + ".pem")
                    .append(" --grpc-server-key /etc/isthmus/switch/" + s.name + ".key");
        }
        return "# Of isthmus-switch@"
                + s.name
                + ".service; isthmus-switch(8) says more.\nOPTIONS=\""
                + options
                + "\"\n\n# Limit of the JVM's heap; without it, room for full tables.\n"
                + "#ISTHMUS_HEAP=2g\n\n# Other options of the JVM.\n#ISTHMUS_JAVA_OPTS=\n";
    }

    /** A machine's own name may be one of loopback there, so that a name is all its addresses. */
    private static String listen(Switch s) {
        boolean isAddress = s.isHere() || LITERAL.matcher(s.address.host()).matches();
        return (isAddress ? s.address.host() : "[::]") + ":" + s.address.port();
    }

    /** What is left to be done, one sentence or command a line. */
    public List<String> next() {
        List<String> lines = new ArrayList<>();
        List<String> here = new ArrayList<>();
        for (Switch s : switches.values()) {
            if (s.isHere()) {
                here.add("isthmus-switch@" + s.name);
            } else {
                lines.add(
                        "On "
                                + s.address.host()
                                + ", with switch/"
                                + s.name
                                + ".conf, ca.pem, "
                                + s.name
                                + ".pem and its key in /etc/isthmus/switch:");
                lines.add("  systemctl enable --now isthmus-switch@" + s.name);
            }
        }
        here.add("isthmus-controller");
        lines.add("Start:");
        lines.add("  systemctl enable --now " + String.join(" ", here));
        List<Ipv4Prefix> routed = new ArrayList<>();
        for (PoolSpec pool : netcfg.nat64().pools) {
            pool.prefixes.stream().filter(p -> !isOnLink(p)).forEach(routed::add);
        }
        List<Object> addresses = addresses4();
        if (addresses.isEmpty()) {
            lines.add(
                    "No port has an address of IPv4: hosts reach nothing there before one"
                            + " has.");
        } else if (!routed.isEmpty()) {
            lines.add(
                    "Routers and hosts of IPv4 need a route to "
                            + join(routed, " and ")
                            + " by "
                            + join(addresses, " or ")
                            + ".");
        }
        return lines;
    }

    private static String join(List<?> values, String last) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            text.append(i == 0 ? "" : i == values.size() - 1 ? last : ", ").append(values.get(i));
        }
        return text.toString();
    }

    private boolean isOnLink(Ipv4Prefix prefix) {
        return netcfg.fabric().interfaces.stream()
                .flatMap(i -> i.networks4.stream())
                .anyMatch(n -> n.length() <= prefix.length() && n.contains(prefix.bits()));
    }

    private List<Object> addresses4() {
        List<Object> all = new ArrayList<>();
        for (FabricConfig.Interface i : netcfg.fabric().interfaces) {
            all.addAll(i.addresses4);
        }
        return all;
    }

    /** How many of each there are: {@code 1 switch, 2 ports}. */
    public String counts() {
        int ports = root.path("ports").size();
        int links = root.path("links").size();
        return count(switches.size(), "switch", "switches")
                + ", "
                + count(ports, "port", "ports")
                + (links == 0 ? "" : ", " + count(links, "link", "links"));
    }

    private static String count(int n, String one, String many) {
        return n + " " + (n == 1 ? one : many);
    }
}
