import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "~/i18n/i18n-context";
import { serverI18n } from "~/i18n/i18n.server";
import { BellLink } from "./bell-link";

function render(unread: number): string {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <I18nProvider value={serverI18n("en")}>
          <BellLink unread={unread} isCurrent={false} className="" />
        </I18nProvider>
      ),
    },
  ]);
  return renderToString(<Page />);
}

it.each([
  [1, "1"],
  [99, "99"],
  [100, "99+"],
])("shows %i unread notifications as %s", (unread, shown) => {
  expect(render(unread)).toContain(`>${shown}</span>`);
});

it("shows no number when all are read", () => {
  expect(render(0)).toContain('aria-label="Notifications"');
  expect(render(0)).not.toMatch(/\d<\/span>/);
});
