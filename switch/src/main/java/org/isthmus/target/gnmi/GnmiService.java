// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.gnmi;

import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.EnumSet;
import org.isthmus.gnmi.CapabilityRequest;
import org.isthmus.gnmi.CapabilityResponse;
import org.isthmus.gnmi.Encoding;
import org.isthmus.gnmi.GetRequest;
import org.isthmus.gnmi.GetResponse;
import org.isthmus.gnmi.GnmiMethods;
import org.isthmus.gnmi.ModelData;
import org.isthmus.gnmi.SubscribeRequest;
import org.isthmus.gnmi.SubscribeResponse;
import org.isthmus.target.gnmi.Interfaces.Interface;

/** The service of gNMI 0.10.0, but for Set. Any thread may call. */
public final class GnmiService implements BindableService {
    private static final CapabilityResponse CAPABILITIES =
            CapabilityResponse.newBuilder()
                    .addSupportedModels(model("openconfig-interfaces"))
                    .addSupportedModels(model("openconfig-p4rt"))
                    .addSupportedEncodings(Encoding.JSON)
                    .addSupportedEncodings(Encoding.PROTO)
                    .addSupportedEncodings(Encoding.JSON_IETF)
                    .setGNMIVersion("0.10.0")
                    .build();

    private final Interfaces interfaces;

    public GnmiService(Interfaces interfaces) {
        this.interfaces = interfaces;
    }

    private static ModelData model(String name) {
        return ModelData.newBuilder().setName(name).setOrganization("OpenConfig").build();
    }

    @Override
    public ServerServiceDefinition bindService() {
        return ServerServiceDefinition.builder(GnmiMethods.SERVICE)
                .addMethod(GnmiMethods.CAPABILITIES, ServerCalls.asyncUnaryCall(this::capabilities))
                .addMethod(GnmiMethods.GET, ServerCalls.asyncUnaryCall(this::get))
                .addMethod(
                        GnmiMethods.SUBSCRIBE, ServerCalls.asyncBidiStreamingCall(this::subscribe))
                .build();
    }

    private void capabilities(CapabilityRequest request, StreamObserver<CapabilityResponse> out) {
        out.onNext(CAPABILITIES);
        out.onCompleted();
    }

    private void get(GetRequest request, StreamObserver<GetResponse> out) {
        try {
            Selection wanted =
                    new Selection(
                            request.getPrefix(),
                            request.getPathList(),
                            request.getUseModelsCount(),
                            request.getEncoding(),
                            EnumSet.allOf(Leaf.Kind.class));
            GetResponse.Builder all = GetResponse.newBuilder();
            // There is no configuration.
            if (request.getType() != GetRequest.DataType.CONFIG) {
                for (Interface each : interfaces.all()) {
                    all.addAllNotification(wanted.whole(each, interfaces.now()));
                }
            }
            out.onNext(all.build());
            out.onCompleted();
        } catch (StatusRuntimeException e) {
            out.onError(e);
        }
    }

    private StreamObserver<SubscribeRequest> subscribe(StreamObserver<SubscribeResponse> out) {
        return new SubscribeCall(interfaces, (ServerCallStreamObserver<SubscribeResponse>) out);
    }
}
