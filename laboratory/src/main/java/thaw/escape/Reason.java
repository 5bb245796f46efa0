package thaw.escape;

/**
 * The reason why an allocation stays. The first ones are the JVM's own words, the others follow
 * from the bytecode and from what the JVM did not do.
 */
public sealed interface Reason {
  /** Returns whether it follows from the bytecode only; else the JVM has said so. */
  default boolean isInferred() {
    return switch (this) {
      case NoAnalysis _, NeverOptimised _, GaveUp _, NotInlined _, Intrinsic _, NotTold _ -> false;
      case Stored _, Returned _, Thrown _, ArrayShape _, Merged _ -> true;
    };
  }

  /** The lower, the better the evidence. */
  default int rank() {
    return switch (this) {
      case NoAnalysis _, NeverOptimised _, GaveUp _ -> 0;
      case NotInlined call ->
          switch (InlineRefusal.of(call.why())) {
            case EXCEPTION -> 8; // then it is thrown
            case RARE -> 2;
            default -> 1;
          };
      case Intrinsic _ -> 3;
      case Stored _ -> 4;
      case Returned _, Thrown _ -> 5;
      case ArrayShape _ -> 6;
      case Merged _ -> 7;
      case NotTold _ -> 9;
    };
  }

  /** Returns the reason in one sentence without a full stop. */
  String words();

  /** Returns what a developer can do about it. */
  String remedy();

  /** Returns a short name for other programs, the same for all reasons of its kind. */
  default String key() {
    return switch (this) {
      case NoAnalysis _ -> "no-analysis";
      case NeverOptimised _ -> "not-compiled";
      case GaveUp _ -> "gave-up";
      case NotInlined call -> InlineRefusal.of(call.why()).key();
      case Intrinsic _ -> "intrinsic";
      case Stored stored -> stored.isStatic() ? "stored-static" : "stored";
      case Returned _ -> "returned";
      case Thrown _ -> "thrown";
      case ArrayShape _ -> "array";
      case Merged _ -> "merged";
      case NotTold _ -> "not-told";
    };
  }

  /** There is no escape analysis: only the simple compiler runs, or an option turned it off. */
  record NoAnalysis(String why) implements Reason {
    @Override
    public String words() {
      return "no escape analysis: " + why;
    }

    @Override
    public String remedy() {
      return "let C2 compile it (-XX:TieredStopAtLevel=4), or make no object here: a lambda that"
          + " captures nothing, a parameter in place of a captured value";
    }
  }

  /** C2 has not compiled the method in this run. */
  record NeverOptimised() implements Reason {
    @Override
    public String words() {
      return "C2 has not compiled it: it was not run often enough";
    }

    @Override
    public String remedy() {
      return "run longer to know more (--invocations)";
    }
  }

  /** The analysis ended before it was done. */
  record GaveUp(String why) implements Reason {
    @Override
    public String words() {
      return "the escape analysis of the method gave up: " + why;
    }

    @Override
    public String remedy() {
      return "split the method";
    }
  }

  /**
   * It is handed to a method that was not inlined.
   *
   * @param line of the call
   * @param why in the JVM's words
   * @param analysis what the JVM said when it did not look into the callee; may be empty
   */
  record NotInlined(
      MethodName callee, MethodName in, int line, String why, boolean virtual, String analysis)
      implements Reason {
    @Override
    public String words() {
      String meaning = InlineRefusal.of(why).meaning();
      return "handed to "
          + callee.simple()
          + ", which was not inlined: \""
          + why
          + "\""
          + (meaning.isEmpty() ? "" : " (" + meaning + ")")
          + (analysis.isEmpty() ? "" : ", nor looked into: " + analysis);
    }

    @Override
    public String remedy() {
      return InlineRefusal.of(why).remedy();
    }
  }

  /** The compiler's own code for a method needs the object. */
  record Intrinsic(String name) implements Reason {
    @Override
    public String words() {
      return "handed to the intrinsic " + name + ", which needs the object";
    }

    @Override
    public String remedy() {
      return "do not ask for what only an object has, such as its identity";
    }
  }

  /**
   * It is stored where it outlives the method.
   *
   * @param where {@code Reading.kept}, or {@code an array}
   */
  record Stored(String where, boolean isStatic, int line) implements Reason {
    @Override
    public String words() {
      return "stored in " + (isStatic ? "the static field " : "") + where;
    }

    @Override
    public String remedy() {
      return "it has to be there when it is stored; keep its values instead, or reuse one object";
    }
  }

  /** It is what the compiled method returns. */
  record Returned(MethodName from) implements Reason {
    @Override
    public String words() {
      return "returned from " + from.simple() + ", which is compiled by itself";
    }

    @Override
    public String remedy() {
      return "it is made where callers do not inline the method: keep it small";
    }
  }

  /** It is thrown. */
  record Thrown() implements Reason {
    @Override
    public String words() {
      return "thrown";
    }

    @Override
    public String remedy() {
      return "throw only where something is wrong";
    }
  }

  /** An array whose elements cannot become variables. */
  record ArrayShape(String why) implements Reason {
    @Override
    public String words() {
      return why;
    }

    @Override
    public String remedy() {
      return "use a few fields or local variables, or one array for many calls";
    }
  }

  /** The object may be another one as well, at the place of its use. */
  record Merged(int line) implements Reason {
    @Override
    public String words() {
      return "in line " + line + " it may be it or another object (or null)";
    }

    @Override
    public String remedy() {
      return "use each object in the branch that makes it; newer JDKs can do more here";
    }
  }

  /** Nothing says why. */
  record NotTold() implements Reason {
    @Override
    public String words() {
      return "unknown: neither the JVM's log nor the bytecode says why";
    }

    @Override
    public String remedy() {
      return "measure whether it matters";
    }
  }
}
