import { databaseTitles } from "~/features/library/matching/title-source.server";
import { evaluateMatching, readReleaseNames } from "../scripts/support/evaluate-matching";
import { benchDatabases, hasFullCatalog } from "./support/databases";
import { ms, printTable } from "./support/tables";

/** Release names against the full catalog: how many find their title and episode, and how fast. */
export default async function matching(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    const { client } = await databases.open();
    for (const corpus of ["names", "classes"] as const) {
      const names = readReleaseNames(corpus);
      const start = performance.now();
      const result = await evaluateMatching(databaseTitles(client.sql), names);
      const each = (performance.now() - start) / names.length;
      const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
      printTable(
        [corpus, "measured", "aim"],
        [
          ["names", String(result.names), ""],
          ["right title", share(result.rightTitle, result.names), "≥ 97 %"],
          ["right episode, of those", share(result.rightEpisode, result.rightTitle), "≥ 98 %"],
          ["sure and right", share(result.rightAndSure, result.names), "≥ 97 %"],
          ["sure and wrong", share(result.wrongAndSure, result.names), "≤ 0.3 %"],
          ["of no episode", String(result.others), ""],
          ["of no episode, attached", String(result.othersAttached), "0"],
          ["per name", `${ms(each)} ms`, ""],
        ],
      );
      for (const mistake of result.mistakes) process.stdout.write(`  ${mistake}\n`);
    }
  } finally {
    await databases.close();
  }
}
