import type { Config } from "~/config/config.server";
import type { OAuthClient } from "~/config/oauth";
import { rootErrorMessage } from "~/errors/error-message";
import { readProviderProblem } from "~/features/accounts/sign-in/provider-problem.server";
import { errorText } from "~/i18n/error-text.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { OpenIdError } from "~/providers/openid/openid-error";
import {
  clockProblem,
  describeProblem,
  SIGNATURES,
  type ProviderProblem,
} from "~/providers/openid/provider-problem";
import { createOpenIdProvider, type ProviderMetadata } from "~/providers/openid/provider.server";
import type { DatabaseClient } from "~db/client.server";

export const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const TIMEOUT_MS = 5_000;
const fetchOperator = createOperatorFetch({ timeoutMs: TIMEOUT_MS, maxBytes: 1024 * 1024 });

interface Checked {
  config: Config;
  withDatabase: <Found>(
    check: (database: Pick<DatabaseClient, "db">) => Promise<Found>,
  ) => Promise<Found>;
}

interface Outcome {
  status?: "ok" | "note" | "problem";
  message: string;
}

/** Checks each provider; one that fails does not stop the others. */
export async function checkProviders(checked: Checked): Promise<Outcome> {
  const [first, ...others] = checked.config.oauthClients;
  if (first === undefined) return { message: "No provider is set up." };
  if (others.length === 0) return checkClient(first, checked);
  const outcomes: Outcome[] = [];
  for (const client of [first, ...others]) {
    const { status = "ok", message } = await checkClient(client, checked).catch(
      (error: unknown): Outcome => ({ status: "problem", message: rootErrorMessage(error) }),
    );
    outcomes.push({ status, message: `${client.name}: ${message}` });
  }
  const worst = (["problem", "note"] as const).find((status) =>
    outcomes.some((outcome) => outcome.status === status),
  );
  return { status: worst ?? "ok", message: outcomes.map(({ message }) => message).join(" ") };
}

async function checkClient(
  client: OAuthClient,
  { config, withDatabase }: Checked,
): Promise<Outcome> {
  let date: string | null = null;
  const provider = createOpenIdProvider(client, async (...request) => {
    const response = await fetchOperator(...request);
    date = response.headers.get("date");
    return response;
  });
  const metadata = await provider
    .getMetadata(AbortSignal.timeout(TIMEOUT_MS))
    .catch((error: unknown) => {
      const isDescribed = error instanceof OpenIdError && error.problem !== null;
      throw isDescribed ? new Error(error.message) : error;
    });
  const found = findProviderProblems(metadata, date);
  const problems = found.map((problem) => errorText(describeProblem(problem)));
  const notes: string[] = [];
  const last = await withDatabase(({ db }) => readProviderProblem(db, client.id)).catch(() => null);
  if (last !== null) {
    // Addresses are of one user, the rest is of all.
    const isOfUser = last.kind === "no-email" || last.kind === "unverified";
    const text = errorText(describeProblem(last));
    (isOfUser ? notes : problems).push(`A sign-in failed at ${last.at.toISOString()}: ${text}`);
  }
  if (config.server.publicUrl === null)
    problems.push(
      "Set PUBLIC_URL: without it, signing in with the provider works on this machine only.",
    );
  const unlisted = ["email", "email_verified"].filter(
    (claim) => metadata.server.claims_supported?.includes(claim) === false,
  );
  if (unlisted.length > 0)
    notes.push(
      `It does not list the claims ${unlisted.join(" and ")}: an account needs an email address, and joining an existing one needs it verified.`,
    );
  const names = metadata.server.authorization_response_iss_parameter_supported === true;
  if (config.oauthClients.length > 1 && !names)
    notes.push(
      "It does not say in its responses that they are its own (RFC 9207), so set it up only beside providers that you trust as much.",
    );
  if (problems.length > 0) return { status: "problem", message: [...problems, ...notes].join(" ") };
  const text = `The provider responds; users sign in at ${metadata.authorizationEndpoint.origin}.`;
  return notes.length > 0
    ? { status: "note", message: [text, ...notes].join(" ") }
    : { message: text };
}

/** What would make sign-ins fail, as far as its metadata and its clock tell. */
function findProviderProblems({ server, isOpenId }: ProviderMetadata, date: string | null) {
  const problems: ProviderProblem[] = [];
  const listed = server.id_token_signing_alg_values_supported ?? [];
  if (isOpenId && listed.length > 0 && !listed.some((name) => SIGNATURES.includes(name)))
    problems.push({ kind: "signature", sent: listed.join(", "), taken: SIGNATURES.join(", ") });
  const providerMs = Date.parse(date ?? "");
  const clock =
    Math.abs(providerMs - Date.now()) > MAX_CLOCK_DIFFERENCE_MS
      ? clockProblem(providerMs, Date.now())
      : null;
  return clock === null ? problems : [...problems, clock];
}
