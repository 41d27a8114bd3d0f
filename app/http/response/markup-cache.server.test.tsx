import { type ReactElement, useId } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { I18nProvider, useI18n } from "~/i18n/i18n-context";
import type { I18n } from "~/i18n/i18n";
import { MarkupCacheProvider, useMarkupCache } from "~/ui/markup-cache";
import { createMarkupCache } from "./markup-cache.server";

const LABELS = { label: (_set: string, value: string) => value.toUpperCase() } as unknown as I18n;

function Part({ text }: { text: string }) {
  return (
    <span>
      {useI18n().label("type", text)} {text}
    </span>
  );
}

function Parts({ texts }: { texts: readonly string[] }) {
  const i18n = useI18n();
  const markup = useMarkupCache();
  return (
    <ul id={useId()}>
      {texts.map((text) => {
        const part = (
          <I18nProvider value={i18n}>
            <Part text={text} />
          </I18nProvider>
        );
        return markup === null ? (
          <li key={text}>{part}</li>
        ) : (
          <li key={text} dangerouslySetInnerHTML={{ __html: markup(text, () => part) }} />
        );
      })}
    </ul>
  );
}

const page = (cache: ReturnType<typeof createMarkupCache> | null, texts: readonly string[]) =>
  renderToString(
    <I18nProvider value={LABELS}>
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
