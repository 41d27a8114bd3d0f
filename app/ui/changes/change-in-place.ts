import type { ClientActionFunctionArgs } from "react-router";
import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import { announceResult } from "./change-results";
import type { ActionResult } from "./page-change";

/** Sends a form, and offers to send it again when no response arrives. */
async function changeInPlace(request: Request, serverAction: () => Promise<unknown>) {
  const fields = [...(await request.clone().formData())].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const result = await withNetworkFallback(
    serverAction as () => Promise<ActionResult>,
    (refused): ActionResult => ({
      change: null,
      refused,
      again: Object.fromEntries(fields),
    }),
  );
  announceResult("data" in result ? result.data : result, new URL(request.url).pathname);
  return result;
}

/** What actions whose pages show the message of a change resolve to. */
type ChangeActionResult = ActionResult | { data: ActionResult };

/** The `clientAction` of pages that show the message of a change. */
export function changeAction<Action extends (args: never) => Promise<ChangeActionResult>>() {
  return ({ request, serverAction }: Pick<ClientActionFunctionArgs, "request" | "serverAction">) =>
    changeInPlace(request, () => serverAction<Action>());
}
