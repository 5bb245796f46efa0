package thaw.racing;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

/** Recognises calls of java.util.concurrent that take a lock or give one back. */
final class Locks {
  private Locks() {}

  /** A try counts as taken. */
  static boolean takes(Object target, String method) {
    switch (method) {
      case "lock":
      case "lockInterruptibly":
      case "tryLock":
        return target instanceof Lock;
      case "acquire":
      case "acquireUninterruptibly":
      case "tryAcquire":
        return target instanceof Semaphore;
      case "readLock":
      case "writeLock":
        return target instanceof StampedLock;
      default:
        return false;
    }
  }

  static boolean frees(Object target, String method) {
    switch (method) {
      case "unlock":
        return target instanceof Lock || target instanceof StampedLock;
      case "release":
        return target instanceof Semaphore;
      case "unlockRead":
      case "unlockWrite":
        return target instanceof StampedLock;
      default:
        return false;
    }
  }
}
