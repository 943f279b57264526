// SPDX-License-Identifier: Apache-2.0
package org.isthmus.web;

import java.net.URL;

/** Where the files of the page are: beside this class. Any thread. */
public final class Page {
    private Page() {}

    /**
     * @param name of a file, without a path
     * @return null if there is no such file
     */
    public static URL resource(String name) {
        return Page.class.getResource(name);
    }
}
