import { type ReactElement, useId } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { I18nProvider, useI18n } from "~/i18n/i18n-context";
import type { I18n } from "~/i18n/i18n";
import { type MarkupCache, MarkupCacheProvider, useCachedContent } from "~/ui/markup-cache";
import { createMarkupCache } from "./markup-cache.server";

const I18N = {
  locale: "en",
  label: (_set: string, value: string) => value.toUpperCase(),
} as unknown as I18n;

function Part({ text }: { text: string }) {
  return (
    <span>
      {useI18n().label("type", text)} {text}
    </span>
  );
}

function Item({ text }: { text: string }) {
  return <li {...useCachedContent("part", [text], () => <Part text={text} />)} />;
}

function Parts({ texts }: { texts: readonly string[] }) {
  return (
    <ul id={useId()}>
      {texts.map((text) => (
        <Item key={text} text={text} />
      ))}
    </ul>
  );
}

const page = (
  cache: ReturnType<typeof createMarkupCache> | null,
  texts: readonly string[],
  i18n = I18N,
) =>
  renderToString(
    <I18nProvider value={i18n}>
      <MarkupCacheProvider value={cache}>
        <Parts texts={texts} />
        <p id="after">{texts.length}</p>
      </MarkupCacheProvider>
    </I18nProvider>,
  );

describe("cached markup", () => {
  test("is what the page would render", () => {
    const cache = createMarkupCache();
    const texts = ["a & b", "<script>", "c"];
    for (let round = 0; round < 2; round += 1) expect(page(cache, texts)).toBe(page(null, texts));
  });

  test("is of one language", () => {
    const cache = createMarkupCache();
    const spanish: I18n = { ...I18N, locale: "es", label: () => "texto" };
    page(cache, ["a"]);
    expect(page(cache, ["a"], spanish)).toBe(page(null, ["a"], spanish));
  });

  test("is none where nothing is said that it shows", () => {
    const rendered: string[] = [];
    const cache: MarkupCache = (key) => {
      rendered.push(key);
      return "";
    };
    const Eager = () => <li {...useCachedContent("part", null, () => <Part text="a" />)} />;
    const html = renderToString(
      <I18nProvider value={I18N}>
        <MarkupCacheProvider value={cache}>
          <Eager />
        </MarkupCacheProvider>
      </I18nProvider>,
    );
    expect(html).toBe(
      renderToString(
        <I18nProvider value={I18N}>
          <Eager />
        </I18nProvider>,
      ),
    );
    expect(html).toContain("A");
    expect(rendered).toEqual([]);
  });

  test("is rendered once per key, within a bound", () => {
    const cache = createMarkupCache(60);
    let rendered = 0;
    const element = (): ReactElement => {
      rendered += 1;
      return <i>{"x".repeat(20)}</i>;
    };
    for (const key of ["a", "a", "b", "a", "c", "b"]) cache(key, element);
    expect(rendered).toBe(4);
  });
});
