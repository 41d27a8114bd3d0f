import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { LiveState } from "~/features/notifications/live/live-state";
import { DEFAULT_VISITOR_SETTINGS, showSettings } from "~/pages/viewer/visitor-settings";
import { useI18n } from "~/i18n/i18n-context";
import { BottomBar } from "./bottom-bar";
import type { FrameData } from "./frame-data";
import { PageAnnouncer } from "./page-announcer";
import { SettingsPanel } from "./settings-panel";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { SiteNotices } from "./site-notices";
import { currentPath, sitePages, type SitePages } from "./site-pages";
import { SkipLink } from "./skip-link";
import { Wordmark } from "~/ui/wordmark";

/** What pages of visitors have, and those of an instance of the release before. */
const NOTHING_LIVE: LiveState = { listVersion: "", unread: 0 };

interface FrameProps {
  data: FrameData | undefined;
  children: ReactNode;
}

/** What every page has around it: header, notices, footer and menus. */
export function Frame(props: FrameProps) {
  return props.data?.isLocked === true ? <LockedFrame {...props} /> : <SiteFrame {...props} />;
}

/** Links would all lead back to the choice of a profile. */
function LockedFrame({ children }: FrameProps) {
  return (
    <>
      <PageAnnouncer />
      <header className="page-column flex h-(--header-height) shrink-0 items-center">
        <Wordmark />
      </header>
      <main id="content" tabIndex={-1} className="grow pb-16 outline-none">
        {children}
      </main>
    </>
  );
}

function SiteFrame({ data, children }: FrameProps) {
  const user = data?.user ?? null;
  const pages = sitePages(useI18n(), { user, hasLibrary: data?.hasLibrary ?? false });
  const current = currentPath(
    useLocation().pathname,
    Object.values(pages).flatMap((group: SitePages["main"]) => group.map(({ to }) => to)),
  );
  return (
    <>
      <SkipLink />
      <PageAnnouncer />
      <SiteHeader user={user} live={data?.live ?? NOTHING_LIVE} pages={pages} current={current} />
      <main id="content" tabIndex={-1} className="grow outline-none">
        <SiteNotices site={data?.site} />
        {children}
      </main>
      <SiteFooter pages={pages} current={current} />
      <BottomBar pages={pages} current={current} />
      <SettingsPanel
        settings={data?.settings ?? showSettings(DEFAULT_VISITOR_SETTINGS)}
        isSignedIn={user !== null}
      />
    </>
  );
}
