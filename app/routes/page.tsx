import { unlocked } from "~/http/session/open-session.server";
import { readOpenedNotice } from "~/http/viewer/read-opened-notice.server";
import type { Route } from "./+types/page";

/** No page is shown to a locked session. */
export const middleware: Route.MiddlewareFunction[] = [unlocked, readOpenedNotice];

// All pages are in this layout, which shows their errors. Every page loads this module's script, so
// it only passes two names on.
export { Outlet as default } from "react-router";
export { RouteErrorPage as ErrorBoundary } from "~/frame/error-page";
