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

/**
 * A part near the page's top, which would push down what is below it when it came later. Where a
 * navigation in the browser loads the page's module, the part loads along with the page's data, and
 * without a boundary of its own the page waits for it.
 */
export function lazyTopPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  if (!isHydrated()) return lazyPart(load);
  const loading = load();
  // A failure is thrown where the part is rendered.
  loading.catch(() => undefined);
  const Loaded = lazy(async () => ({ default: await loading }));
  return memo(function LazyTopPart(props: Props) {
    return <Loaded {...props} />;
  });
}

/** Whether the document's page was hydrated, so that this module is of a later one. */
function isHydrated(): boolean {
  return !import.meta.env.SSR && document.documentElement.dataset["js"] !== undefined;
}
