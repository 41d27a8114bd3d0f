import { useNavigation } from "react-router";

/** A line along the header while the next page is on its way, unless it arrives at once. */
export function NavigationProgress() {
  return useNavigation().state === "idle" ? null : <div aria-hidden className="nav-progress" />;
}
