import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import type { ActionResult } from "./page-change";

/** Without a response, offers to send the form again. */
export async function changeInPlace(request: Request, serverAction: () => Promise<unknown>) {
  const fields = [...(await request.clone().formData())].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  return withNetworkFallback(
    serverAction as () => Promise<ActionResult>,
    (refused): ActionResult => ({
      change: null,
      refused,
      again: Object.fromEntries(fields),
    }),
  );
}
