// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.rest;

import java.util.HashSet;
import java.util.Set;
import javax.ws.rs.ServiceUnavailableException;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.Nat64;
import org.isthmus.rest.Nat64Application;
import org.onlab.osgi.DefaultServiceDirectory;
import org.onlab.osgi.ServiceNotFoundException;

/** The REST API under {@code /onos/nat64} of ONOS; {@code WEB-INF/web.xml} names it. */
public final class Nat64WebApplication extends Nat64Application {
    /** Seconds after which a client may ask again. */
    static final long LATER = 10;

    public Nat64WebApplication() {
        super(Nat64WebApplication::find);
    }

    /** Users and their roles are those of ONOS. */
    @Override
    public Set<Class<?>> getClasses() {
        Set<Class<?>> classes = new HashSet<>(super.getClasses());
        classes.add(NotReadyMapper.class);
        classes.add(PeerFilter.class);
        return classes;
    }

    private static Nat64 find() {
        Nat64Service service;
        try {
            service = DefaultServiceDirectory.getService(Nat64Service.class);
        } catch (ServiceNotFoundException e) {
            throw new ServiceUnavailableException("The NAT64 is not running.", LATER);
        }
        Nat64 nat64 = service.nat64();
        if (nat64 == null) {
            throw NotReadyException.of(service);
        }
        return nat64;
    }
}
