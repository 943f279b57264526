// SPDX-License-Identifier: Apache-2.0
package org.isthmus.gnmi;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/** The calls of the service, for gRPC. */
public final class GnmiMethods {
    public static final String SERVICE = "gnmi.gNMI";

    public static final MethodDescriptor<CapabilityRequest, CapabilityResponse> CAPABILITIES =
            method(
                    "Capabilities",
                    MethodType.UNARY,
                    CapabilityRequest.getDefaultInstance(),
                    CapabilityResponse.getDefaultInstance());

    public static final MethodDescriptor<GetRequest, GetResponse> GET =
            method(
                    "Get",
                    MethodType.UNARY,
                    GetRequest.getDefaultInstance(),
                    GetResponse.getDefaultInstance());

    public static final MethodDescriptor<SubscribeRequest, SubscribeResponse> SUBSCRIBE =
            method(
                    "Subscribe",
                    MethodType.BIDI_STREAMING,
                    SubscribeRequest.getDefaultInstance(),
                    SubscribeResponse.getDefaultInstance());

    private GnmiMethods() {}

    private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
            String name, MethodType type, Q request, A response) {
        return MethodDescriptor.<Q, A>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(ProtoUtils.marshaller(request))
                .setResponseMarshaller(ProtoUtils.marshaller(response))
                .build();
    }
}
