package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import thaw.function.Region;
import thaw.service.AwsJson;
import thaw.service.ObjectChange;
import thaw.service.own.BusEvent;

/**
 * A change of an object as S3 puts it on the default bus of EventBridge, by AWS's page: no
 * recording of it is published.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html">EventBridge
 *     event message structure</a>
 */
final class ObjectEvent {
  private ObjectEvent() {}

  static BusEvent of(ObjectChange change) {
    boolean isRemoved = change.event().startsWith("ObjectRemoved:");
    ObjectNode detail = AwsJson.object().put("version", "0");
    detail.putObject("bucket").put("name", change.bucket());
    ObjectNode object = detail.putObject("object").put("key", change.key());
    if (!isRemoved) {
      object.put("size", change.size());
    }
    if (!change.eTag().isEmpty()) {
      object.put("etag", change.eTag());
    }
    change.versionId().ifPresent(version -> object.put("version-id", version));
    object.put("sequencer", change.sequencer());
    detail
        .put("request-id", change.requestId())
        .put("requester", BusRules.Arns.account())
        .put("source-ip-address", change.sourceIp())
        .put("reason", reason(change.event()));
    if (isRemoved) {
      detail.put(
          "deletion-type",
          change.event().endsWith("DeleteMarkerCreated")
              ? "Delete Marker Created"
              : "Permanently Deleted");
    }
    return new BusEvent(
        UUID.randomUUID().toString(),
        "default",
        "aws.s3",
        isRemoved ? "Object Deleted" : "Object Created",
        detail,
        change.time(),
        List.of("arn:aws:s3:::" + change.bucket()),
        BusRules.Arns.account(),
        Region.own());
  }

  /** The operation of S3 that has changed it. */
  private static String reason(String event) {
    return switch (event) {
      case "ObjectCreated:Copy" -> "CopyObject";
      case "ObjectCreated:CompleteMultipartUpload" -> "CompleteMultipartUpload";
      case "ObjectCreated:Post" -> "POST Object";
      default -> event.startsWith("ObjectRemoved:") ? "DeleteObject" : "PutObject";
    };
  }
}
