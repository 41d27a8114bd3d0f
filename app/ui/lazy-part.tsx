import { lazy, memo, Suspense, type ComponentType } from "react";

/** Loads when first rendered. Memoised: new elements would drop what the server rendered. */
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
