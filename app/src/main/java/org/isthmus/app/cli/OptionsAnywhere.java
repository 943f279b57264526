// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Option;

/**
 * Options behind arguments, as in other shells. Karaf's takes all that follows an argument for an
 * argument, so a command that has any ends with a list for what is left over; here its arguments
 * and that list are read again.
 */
final class OptionsAnywhere {
    /** Name of the argument for what is left over. */
    static final String REST = "options";

    static final String DESCRIPTION = "Options may follow the arguments";

    private final Object command;
    private final TreeMap<Integer, Field> arguments = new TreeMap<>();
    private final List<Field> options = new ArrayList<>();

    private OptionsAnywhere(Object command) {
        this.command = command;
        for (Class<?> type = command.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(Argument.class)) {
                    field.setAccessible(true);
                    arguments.put(field.getAnnotation(Argument.class).index(), field);
                } else if (field.isAnnotationPresent(Option.class)) {
                    field.setAccessible(true);
                    options.add(field);
                }
            }
        }
    }

    /**
     * Sets the arguments and options of a command as they were meant.
     *
     * @throws IllegalArgumentException there is no such option, or an argument or value is missing
     */
    static void read(Object command) {
        OptionsAnywhere all = new OptionsAnywhere(command);
        try {
            all.read();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private void read() throws IllegalAccessException {
        List<String> values = new ArrayList<>();
        for (Iterator<String> words = words().iterator(); words.hasNext(); ) {
            String word = words.next();
            if (word.startsWith("-")) {
                option(word, words);
            } else {
                values.add(word);
            }
        }
        Iterator<String> left = values.iterator();
        for (Field field : arguments.values()) {
            Argument argument = field.getAnnotation(Argument.class);
            if (field.getType() == List.class) {
                List<String> rest = new ArrayList<>();
                if (!argument.name().equals(REST)) {
                    left.forEachRemaining(rest::add);
                }
                field.set(command, rest);
                require(argument, !rest.isEmpty());
            } else {
                field.set(command, left.hasNext() ? left.next() : null);
                require(argument, field.get(command) != null);
            }
        }
        if (left.hasNext()) {
            throw new IllegalArgumentException("too many arguments: " + left.next());
        }
    }

    private static void require(Argument argument, boolean given) {
        if (argument.required() && !given) {
            throw new IllegalArgumentException("argument " + argument.name() + " is required");
        }
    }

    /** All that Karaf took for arguments, in order. */
    private List<String> words() throws IllegalAccessException {
        List<String> words = new ArrayList<>();
        for (Field field : arguments.values()) {
            Object value = field.get(command);
            if (value instanceof List) {
                ((List<?>) value).forEach(one -> words.add(one.toString()));
            } else if (value != null) {
                words.add(value.toString());
            }
        }
        return words;
    }

    private void option(String word, Iterator<String> words) throws IllegalAccessException {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        for (Field field : options) {
            Option option = field.getAnnotation(Option.class);
            if (option.name().equals(name) || Arrays.asList(option.aliases()).contains(name)) {
                if (field.getType() == boolean.class) {
                    field.set(
                            command,
                            equals < 0 || Boolean.parseBoolean(word.substring(equals + 1)));
                } else if (equals >= 0) {
                    field.set(command, word.substring(equals + 1));
                } else if (words.hasNext()) {
                    field.set(command, words.next());
                } else {
                    throw new IllegalArgumentException("option " + name + " has no value");
                }
                return;
            }
        }
        throw new IllegalArgumentException("there is no option " + name);
    }
}
