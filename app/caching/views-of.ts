/**
 * Makes a view of an object once per variant, such as a language, and keeps it as long as the
 * object is: what a cache holds is not worded again for each request.
 */
export function viewsOf<Source extends object, Variant, View>(
  make: (source: Source, variant: Variant) => View,
  keyOf: (variant: Variant) => string,
): (source: Source, variant: Variant) => View {
  const made = new WeakMap<Source, Map<string, View>>();
  return (source, variant) => {
    const key = keyOf(variant);
    const views = made.get(source) ?? new Map<string, View>();
    const known = views.get(key);
    if (known !== undefined) return known;
    const view = make(source, variant);
    made.set(source, views.set(key, view));
    return view;
  };
}
