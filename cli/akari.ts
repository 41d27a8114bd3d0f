import { akariCommand } from "~/config/command";
import { versionText } from "~/config/version";

const USAGE = `The operator's commands. Run them while the app runs or not.

  ${akariCommand("<noun> <verb> [options]")}

  owner [email]         make an account the owner, or print a one-time link that does
  people list           accounts, with role and last use
  people invite         a link that lets people sign up
  people reset          a link that sets a new password
  people role           change what an account may do
  people second-factor  turn off an account's two-factor authentication
  catalog import        titles, episodes and relations from files or Jikan
  catalog ids           ids of titles on other sites, from a file
  titles add            a title that no other site knows
  titles merge          move everything of a duplicate to another title
  titles hide|show      take titles off the site, or put them back
  sources add|remove    attach sources to episodes, check them, take them off
  media add|remove      folders that the app serves
  media scan            take up what has changed in them
  media match           decide which title doubtful files are
  jobs list             what runs by itself, with next and last run
  jobs run              run a job now
  backup                everything in one file, while the site runs
  restore               a backup into an empty installation
  db migrate            bring the schema up to date
  db upgrade            move to the PostgreSQL that this version of Akari brings
  secrets rotate        seal stored secrets with another key
  secrets forget        delete stored secrets whose key is lost
  doctor                check this installation and say what to do

  --version             prints the version and the commit

  --help after a command explains it; --json prints its result for programs; --verbose tells when the database in
  DATA_DIR is created, joined or left running.

Exit codes: 0 done, 1 failed or refused (the reason is on stderr), 130 interrupted.
`;

const HELP = ["help", "--help", "-h"];

/** A module that runs its command when it is imported. */
type Command = () => Promise<unknown>;

const COMMANDS: Readonly<Record<string, Command>> = {
  owner: () => import("./owner"),
  doctor: () => import("./doctor"),
  "people list": () => import("./people-list"),
  "people invite": () => import("./people-invite"),
  "people reset": () => import("./people-reset"),
  "people role": () => import("./people-role"),
  "people second-factor": () => import("./people-second-factor"),
  "catalog import": () => import("./catalog-import"),
  "catalog ids": () => import("./catalog-ids"),
  "titles add": () => import("./titles-add"),
  "titles merge": () => import("./titles-merge"),
  "titles hide": () => import("./titles-hide"),
  "titles show": () => import("./titles-show"),
  "sources add": () => import("./sources-add"),
  "sources remove": () => import("./sources-remove"),
  "media add": () => import("./media-add"),
  "media remove": () => import("./media-remove"),
  "media scan": () => import("./media-scan"),
  "media match": () => import("./media-match"),
  "jobs list": () => import("./jobs-list"),
  "jobs run": () => import("./jobs-run"),
  backup: () => import("./backup"),
  restore: () => import("./restore"),
  "secrets rotate": () => import("./secrets-rotate"),
  "secrets forget": () => import("./secrets-forget"),
  "db migrate": () => import("./migrate"),
  "db upgrade": () => import("./db-upgrade"),
};

async function run(words: number): Promise<void> {
  const name = process.argv.slice(2, 2 + words).join(" ");
  process.argv.splice(2, words);
  await COMMANDS[name]?.();
}

function commandsOf(noun: string): string {
  const lines = USAGE.split("\n").filter((line) => line.startsWith(`  ${noun} `));
  return lines.map((line) => `${line}\n`).join("");
}

const [noun = "", verb = ""] = process.argv.slice(2);
const hasVerbs = Object.keys(COMMANDS).some((name) => name.startsWith(`${noun} `));
if (Object.hasOwn(COMMANDS, `${noun} ${verb}`)) {
  await run(2);
} else if (Object.hasOwn(COMMANDS, noun)) {
  await run(1);
} else if (["version", "--version", "-v"].includes(noun)) {
  process.stdout.write(`${versionText()}\n`);
} else if (noun === "" || HELP.includes(noun)) {
  process.stdout.write(USAGE);
} else if (hasVerbs && HELP.includes(verb)) {
  process.stdout.write(commandsOf(noun));
} else if (hasVerbs && verb === "") {
  process.stderr.write(`Which command of "${noun}"?\n\n${commandsOf(noun)}`);
  process.exitCode = 1;
} else {
  const given = [noun, verb].filter((word) => word !== "" && !word.startsWith("-")).join(" ");
  process.stderr.write(`Unknown command: "${given}".\n\n${USAGE}`);
  process.exitCode = 1;
}

export {};
