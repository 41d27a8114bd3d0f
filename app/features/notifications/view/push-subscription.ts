import { href } from "react-router";

/**
 * Subscribes this browser with the site's key, and returns null; or why the site does not take it.
 * Throws what browsers throw.
 */
export async function subscribe(publicKey: string): Promise<string | null> {
  const { pushManager } = await navigator.serviceWorker.register(href("/service-worker.js"));
  await navigator.serviceWorker.ready;
  // A subscription that the site knows nothing of, or with another key, is of no use.
  await unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const response = await send("POST", subscription.toJSON());
  if (response.ok) return null;
  await subscription.unsubscribe();
  return ((await response.json()) as { error: string }).error;
}

/** Ends this browser's subscription, if it has one. Throws what browsers throw. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription === null) return;
  await send("DELETE", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/**
 * Whether the browser is subscribed with the site's key as one of these, which are the SHA-256 of
 * endpoints in base64url.
 */
export async function isSubscribed(
  endpoints: readonly string[],
  publicKey: string,
): Promise<boolean> {
  const subscription = await currentSubscription();
  if (subscription === null) return false;
  const { applicationServerKey } = subscription.options;
  if (applicationServerKey === null || base64Url(applicationServerKey) !== publicKey) return false;
  const endpoint = new TextEncoder().encode(subscription.endpoint);
  return endpoints.includes(base64Url(await crypto.subtle.digest("SHA-256", endpoint)));
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function send(method: "POST" | "DELETE", body: unknown): Promise<Response> {
  return fetch(href("/api/user/push"), {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
