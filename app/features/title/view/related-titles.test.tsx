import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "~/i18n/i18n-context";
import { serverI18n } from "~/i18n/i18n.server";
import { RelatedTitles } from "./related-titles";

function render(count: number): string {
  const related = Array.from({ length: count }, (_, index) => ({
    relation: "Sequel",
    card: {
      id: index + 1,
      path: `/anime/${index + 1}`,
      title: { text: `Title ${index + 1}`, lang: "ja-Latn" as const },
      spine: null,
      score: null,
      color: "#123456",
      type: "TV",
      year: 2020,
      episodes: 12,
    },
  }));
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <I18nProvider value={serverI18n("en")}>
          <RelatedTitles related={related} />
        </I18nProvider>
      ),
    },
  ]);
  return renderToString(<Page />);
}

it.each([
  [3, 0],
  [4, 1],
  [14, 1],
  [15, 1],
  [30, 1],
])("of %i titles all are there, behind %i “Show all”", (count, boxes) => {
  const html = render(count);
  expect(html.match(/href="\/anime\/\d+"/g)).toHaveLength(count);
  expect(html.match(/Show all \d+/g) ?? []).toHaveLength(boxes);
});
