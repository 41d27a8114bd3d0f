import { lazy, memo, Suspense, type ComponentType } from "react";

/**
 * Loads its code when first rendered. Memoised, since a render with new elements before the code
 * has loaded would drop what the server rendered.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return memo(function LazyPart(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  });
}
