// `npm run signs`: draws the outlines of the signs in public/signs. The results are in git.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { signPath, SIGNS } from "~/ui/signs/signs";
import { signImage } from "./support/sign-image";

const folder = fileURLToPath(new URL("../public", import.meta.url));
rmSync(`${folder}/signs`, { recursive: true, force: true });
mkdirSync(`${folder}/signs`);
for (const sign of SIGNS) writeFileSync(folder + signPath(sign), signImage(sign));
