import { akariCommand } from "~/config/command";
import { setTitlesWithdrawn } from "./set-titles-withdrawn";

await setTitlesWithdrawn(
  true,
  `Takes titles off the site: no page, search, schedule or API response has them, for any user.
Users' lists keep them for the day they are shown again, and imports leave them hidden.

  ${akariCommand("titles hide")} <id> …

  --json   prints the result as JSON

Exit codes: 0 done, 1 failed (the reason is on stderr), 130 interrupted.
`,
);
