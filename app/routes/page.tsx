// All pages are in this layout, which shows their errors. Every page loads this module's script, so
// it only passes two names on.
export { Outlet as default } from "react-router";
export { RouteErrorPage as ErrorBoundary } from "~/frame/error-page";
