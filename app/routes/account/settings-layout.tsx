import { ArrowLeft } from "lucide-react";
import { href, Link, Outlet, useLocation } from "react-router";
import { currentPath } from "~/frame/site-pages";
import { useI18n } from "~/i18n/i18n-context";
import type { PlainKey } from "~/i18n/message-types";

interface SettingsPage {
  heading: PlainKey;
  /** The section of the settings that leads to it. */
  wayBack: string;
}

const SUBPAGES: Readonly<Record<string, SettingsPage>> = {
  "/settings/two-factor": {
    heading: "settings.two-factor",
    wayBack: `${href("/settings")}#two-factor`,
  },
  "/settings/passkeys": {
    heading: "settings.passkeys",
    wayBack: `${href("/settings")}#passkeys`,
  },
  "/settings/notifications": {
    heading: "channels.pageHeading",
    wayBack: `${href("/settings")}#notifications`,
  },
  "/settings/searches": { heading: "history.heading", wayBack: `${href("/settings")}#look` },
};

/** The heading of the settings, and of the pages below them with a way back. */
export default function SettingsLayout() {
  const { t } = useI18n();
  const path = currentPath(useLocation().pathname, Object.keys(SUBPAGES));
  const subpage = path === null ? undefined : SUBPAGES[path];
  return (
    <div className="page-column pt-8 pb-16 md:pt-12">
      {subpage === undefined ? null : (
        <p>
          <Link
            to={subpage.wayBack}
            className="inline-flex min-h-11 items-center gap-2 text-sm text-ink-soft hover:text-accent-text"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t("site.settings")}
          </Link>
        </p>
      )}
      <h1 className="text-2xl">{t(subpage?.heading ?? "site.settings")}</h1>
      <Outlet />
    </div>
  );
}
