// All pages are in this layout, which shows their errors. Both are exported as they are, so that
// its script, which every page loads, is but these names.
export { Outlet as default } from "react-router";
export { RouteErrorPage as ErrorBoundary } from "~/frame/error-page";
