import { akariCommand } from "~/config/command";
import { setTitlesWithdrawn } from "./set-titles-withdrawn";

await setTitlesWithdrawn(
  false,
  `Puts titles back that were hidden.

  ${akariCommand("titles show")} <id> …

  --json   prints the result as JSON

Exit codes: 0 done, 1 failed (the reason is on stderr), 130 interrupted.
`,
);
