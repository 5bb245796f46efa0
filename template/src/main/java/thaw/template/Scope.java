package thaw.template;

import java.util.Optional;

/** What the evaluation of a value knows of the template around it. */
interface Scope {
  TemplateValue evaluate(TemplateValue value);

  Deployment deployment();

  Parameters parameters();

  TemplateValue.Members mappings();

  Conditions conditions();

  StoredValues stored();

  Loops loops();

  Includes includes();

  /** Returns the resources as they are declared, those that are not there as well. */
  TemplateValue.Members declared();

  /** Returns whether a declared resource is there, and says so where nobody knows. */
  boolean exists(String id);

  /** Returns a declared resource with the values of its properties. */
  TemplateValue.Members resource(String id);

  TemplateValue ref(String name, TemplateValue.Call call);

  TemplateValue attribute(String path, TemplateValue.Call call);

  /** Returns the value of an export of another stack, or why it is not known. */
  TemplateValue imported(String name, TemplateValue.Call call);

  /** Returns an output of a nested stack, or why it is not known; empty where it is no stack. */
  Optional<TemplateValue> output(String id, String attribute, TemplateValue.Call call);

  /** Returns what {@code Ref} gives of a resource of a nested stack. */
  Optional<TemplateValue> inside(String publicId, TemplateValue.Call call);
}
