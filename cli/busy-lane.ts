import { SITE_JOBS } from "~/jobs/job-names";
import { JIKAN, type Lane } from "~/jobs/lanes";

/** Why a command does not run now. */
export function describeBusyLane(lane: Lane): string {
  const jobs = SITE_JOBS.filter(({ plan }) => plan.lane === lane).map(({ name }) => name);
  const reason =
    lane === JIKAN
      ? "An import or a job that updates the catalog runs"
      : "Another job of the same lane runs";
  return `${reason} (${jobs.join(", ")} run one at a time): try again later.`;
}
