package thaw.source;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.function.BucketNotification;
import thaw.function.EventSource;
import thaw.function.TopicSubscription;
import thaw.platform.EventSourceMappings;
import thaw.service.ObjectChange;
import thaw.service.own.BusEvent;
import thaw.service.own.TopicMessage;

/** All that feeds the functions of one platform, from its start to its end. */
public final class EventSourcePollers implements AutoCloseable {
  private final MappingPollers mappings;
  private final Schedules schedules;
  private final BusRules rules;
  private final ObjectNotifications notifications;
  private final Topics topics;

  private EventSourcePollers(
      MappingPollers mappings,
      Schedules schedules,
      BusRules rules,
      ObjectNotifications notifications,
      Topics topics) {
    this.mappings = mappings;
    this.schedules = schedules;
    this.rules = rules;
    this.notifications = notifications;
    this.topics = topics;
  }

  /**
   * Functions are fed from now on.
   *
   * @param declared those of the template
   * @param subscriptions to topics, of the template
   * @param told who else than functions is told of changes of objects
   * @param mappings of the platform
   * @param elsewhere names of schedules whose clock is not ours
   * @throws thaw.problem.UserMistake when a pattern or a schedule of the template is none
   */
  public static EventSourcePollers start(
      List<EventSource> declared,
      List<TopicSubscription> subscriptions,
      List<BucketNotification> told,
      EventSourceMappings mappings,
      Set<String> elsewhere,
      Surroundings surroundings) {
    Topics topics = new Topics(subscriptions, surroundings);
    BusRules rules = new BusRules(of(declared, EventSource.BusRule.class), surroundings);
    Schedules schedules =
        Schedules.start(of(declared, EventSource.Schedule.class), elsewhere, surroundings);
    return new EventSourcePollers(
        MappingPollers.start(
            mappings,
            of(declared, EventSource.Mapping.class),
            surroundings,
            InstantSource.system()),
        schedules,
        rules,
        new ObjectNotifications(
            of(declared, EventSource.ObjectChanges.class), told, topics, rules, surroundings),
        topics);
  }

  private static <S extends EventSource> List<S> of(List<EventSource> declared, Class<S> kind) {
    return declared.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /**
   * A schedule is due by a clock that is not ours.
   *
   * @param at as {@link Schedules#fire(String, Optional)} has it
   * @return whether there is such a schedule
   */
  public boolean due(String schedule, Optional<Instant> at) {
    return schedules.fire(schedule, at);
  }

  /** An event is on a bus. When this returns, those who are to have it will. */
  public void onBus(BusEvent event) {
    rules.accept(event.bus(), event.json());
  }

  /** A message was published. When this returns, functions that are to have it will. */
  public void onTopic(TopicMessage message) {
    topics.accept(message);
  }

  /** An object has changed. When this returns, those who are to be told will. */
  public void objectChanged(ObjectChange change) {
    notifications.accept(change);
  }

  /**
   * Ends all pollers. Work under way is interrupted; records that were not processed stay where
   * they are.
   */
  @Override
  public void close() {
    schedules.close();
    notifications.close();
    topics.close();
    mappings.close();
  }
}
