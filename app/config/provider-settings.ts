import { z } from "zod";
import { DEFAULT_PROVIDER, identityIssuer, type OAuthClient } from "./oauth";
import { list, providerUrl } from "./setting-types";

type Variables = Readonly<Record<string, string | undefined>>;

/** What a provider is set up by: `OAUTH_<name>`, or `OAUTH_<ID>_<name>` of one with an id. */
const settings = z.object({
  ISSUER: providerUrl,
  AUTHORIZE_URL: providerUrl,
  TOKEN_URL: providerUrl,
  USERINFO_URL: providerUrl,
  CLIENT_ID: z.string().optional(),
  CLIENT_SECRET: z.string().optional(),
  NAME: z.string().max(60, "may have at most 60 characters").optional(),
  TRUST_EMAIL: z.enum(["yes", "no"], "must be yes or no").optional(),
});
type Settings = z.output<typeof settings>;
type Name = keyof Settings;

const NAMES = Object.keys(settings.shape) as Name[];
const SECRET: Name = "CLIENT_SECRET";
const URLS = ["AUTHORIZE_URL", "TOKEN_URL", "USERINFO_URL"] as const;
const SCOPES = ["openid", "email", "profile"];
const LIST = "OAUTH_PROVIDERS";
const ID = /^[a-z][a-z\d]{0,19}$/;
const OF_PROVIDER = new RegExp(`^OAUTH_(.+)_(?:${NAMES.join("|")}|${SECRET}_FILE)$`);

/** The list of ids, and the settings of the provider without one. */
export const PROVIDER_SETTINGS: readonly string[] = [LIST, ...NAMES.map((name) => `OAUTH_${name}`)];

/** Whether it is called as a setting of a provider with an id, whichever ids are listed. */
export function isNamedProviderSetting(name: string): boolean {
  return OF_PROVIDER.test(name);
}

/** The names of the client secrets, which files may hold, of the providers with ids. */
export function providerSecrets(given: Variables): string[] {
  return listedIds(given).map((id) => prefixOf(id) + SECRET);
}

/** The site as a client of each provider, in the order of their buttons. */
export function readProviders(given: Variables): { clients: OAuthClient[]; problems: string[] } {
  const ids = listedIds(given);
  const problems = [...findBadIds(ids), ...findStrays(given, ids)];
  const clients: OAuthClient[] = [];
  for (const id of new Set([DEFAULT_PROVIDER, ...ids.filter(isId)])) {
    const read = readProvider(given, id);
    problems.push(...read.problems);
    const { client } = read;
    if (client === null) continue;
    const same = clients.find((other) => identityIssuer(other) === identityIssuer(client));
    if (same === undefined) clients.push(client);
    else problems.push(describeSame(client, same));
  }
  return { clients, problems };
}

function listedIds(given: Variables): string[] {
  return list.parse(given[LIST]);
}

function isId(id: string): boolean {
  return ID.test(id) && id !== DEFAULT_PROVIDER;
}

function findBadIds(ids: readonly string[]): string[] {
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [
    ...ids
      .filter((id) => !isId(id))
      .map(
        (id) =>
          `${LIST} has "${id}", which is no id: 1 to 20 small letters and digits, a letter first, and not "${DEFAULT_PROVIDER}"`,
      ),
    ...[...repeated].map((id) => `${LIST} has "${id}" twice`),
  ];
}

/** A misspelt setting would leave the provider without it, and one of no provider is a mistake. */
function findStrays(given: Variables, ids: readonly string[]): string[] {
  const known = ids.flatMap((id) =>
    [...NAMES, `${SECRET}_FILE`].map((name) => prefixOf(id) + name),
  );
  return Object.keys(given).flatMap((name) => {
    if (known.includes(name) || PROVIDER_SETTINGS.includes(name)) return [];
    if (ids.some((id) => name.startsWith(prefixOf(id))))
      return [`${name} is no setting of a provider: .env.example lists all`];
    return isNamedProviderSetting(name)
      ? [`${name} is of a provider that ${LIST} does not list`]
      : [];
  });
}

function readProvider(
  given: Variables,
  id: string,
): { client: OAuthClient | null; problems: string[] } {
  const prefix = prefixOf(id);
  const parsed = settings.safeParse(
    Object.fromEntries(NAMES.map((name) => [name, given[prefix + name]])),
  );
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${prefix}${path.join(".")} ${message}`,
    );
    return { client: null, problems };
  }
  const { data } = parsed;
  const isUnset = Object.values(data).every((value) => value === undefined);
  if (id === DEFAULT_PROVIDER && isUnset) return { client: null, problems: [] };
  const problems = missing(data).map(
    (name) => `${prefix}${name} must be set too: the settings of a provider are all there or none`,
  );
  return { client: clientOf(id, data), problems };
}

function missing(values: Settings): Name[] {
  const required: Name[] = ["CLIENT_ID", "CLIENT_SECRET"];
  if (values.ISSUER === undefined)
    required.push(
      ...(URLS.some((name) => values[name] !== undefined) ? URLS : ["ISSUER" as const]),
    );
  return required.filter((name) => values[name] === undefined);
}

function clientOf(id: string, values: Settings): OAuthClient | null {
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = values;
  const home = values.ISSUER ?? values.AUTHORIZE_URL;
  if (clientId === undefined || clientSecret === undefined || home === undefined) return null;
  return {
    id,
    name: values.NAME ?? home.hostname,
    clientId,
    clientSecret,
    scopes: SCOPES,
    issuer: values.ISSUER ?? null,
    authorizeUrl: values.AUTHORIZE_URL ?? null,
    tokenUrl: values.TOKEN_URL ?? null,
    userinfoUrl: values.USERINFO_URL ?? null,
    trustsEmail: values.TRUST_EMAIL !== "no",
  };
}

/** An identity is its issuer and subject: subjects of both would be one user. */
function describeSame({ id, issuer }: OAuthClient, other: OAuthClient): string {
  const [own, others] = [id, other.id].map(prefixOf);
  const name = issuer === null ? "TOKEN_URL" : "ISSUER";
  return `${own}${name} is of the same provider as ${others}${other.issuer === null ? "TOKEN_URL" : "ISSUER"}: each provider is set up once`;
}

function prefixOf(id: string): string {
  return id === DEFAULT_PROVIDER ? "OAUTH_" : `OAUTH_${id.toUpperCase()}_`;
}
