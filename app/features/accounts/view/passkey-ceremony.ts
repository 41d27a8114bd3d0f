import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { href } from "react-router";

/** `exists` if the authenticator has a passkey of the user already. */
export type AskedPasskey =
  | { kind: "made"; credential: string }
  | { kind: "cancelled" | "exists" | "failed" | "unproven" };

/** Asks for a passkey with the browser's own dialog. */
export async function askForPasskey(purpose: "sign-in" | "confirm"): Promise<AskedPasskey> {
  return run(async () => {
    const url = href("/api/auth/passkey/options");
    const optionsJSON = await readOptions<PublicKeyCredentialRequestOptionsJSON>(url, { purpose });
    return startAuthentication({ optionsJSON });
  });
}

/** Offers passkeys among what the browser fills in, until one is chosen or the signal aborts. */
export async function fillPasskey(signal: AbortSignal): Promise<AskedPasskey> {
  return run(async () => {
    if (!(await browserSupportsWebAuthnAutofill())) throw new Error("There is no autofill.");
    const url = href("/api/auth/passkey/options");
    const optionsJSON = await readOptions<PublicKeyCredentialRequestOptionsJSON>(url, {});
    signal.throwIfAborted();
    signal.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());
    return startAuthentication({ optionsJSON, useBrowserAutofill: true });
  });
}

/** Makes a passkey. */
export async function createPasskey(): Promise<AskedPasskey> {
  return run(async () => {
    const url = href("/api/user/passkeys/options");
    const optionsJSON = await readOptions<PublicKeyCredentialCreationOptionsJSON>(url, {});
    return startRegistration({ optionsJSON });
  });
}

class Unproven extends Error {}

async function readOptions<Options>(url: string, body: object): Promise<Options> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status === 403) throw new Unproven();
  if (!response.ok) throw new Error(`The options are a ${response.status}.`);
  return ((await response.json()) as { data: Options }).data;
}

async function run(ceremony: () => Promise<object>): Promise<AskedPasskey> {
  try {
    return { kind: "made", credential: JSON.stringify(await ceremony()) };
  } catch (error) {
    if (error instanceof Unproven) return { kind: "unproven" };
    const name = error instanceof Error ? error.name : "";
    if (name === "InvalidStateError") return { kind: "exists" };
    // Browsers do not say whether a user declined, took too long, or had none.
    return { kind: name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "failed" };
  }
}
