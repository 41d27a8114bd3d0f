import { jobsOf, type Lane } from "~/jobs/job-list";

const MEMBERS: Readonly<Record<Lane, (jobs: string) => string>> = {
  jikan: (jobs) => `An import or a job that updates the catalog runs (${jobs} run one at a time)`,
  site: (jobs) => `Another job of the site runs (${jobs} run one at a time)`,
  media: (jobs) => `Another job for own files runs (${jobs} run one at a time)`,
};

export function describeBusyLane(lane: Lane): string {
  return `${MEMBERS[lane](jobsOf(lane).join(", "))}: try again later.`;
}
