import type { ClientActionFunctionArgs } from "react-router";
import { networkFailure } from "./form-failure";
import { withNetworkFallback } from "./with-network-fallback";

/**
 * The `clientAction` of pages that show the `failure` of a form: offline or on a server error the
 * page stays and says so.
 */
export function formAction<Action>() {
  return ({ serverAction }: Pick<ClientActionFunctionArgs, "serverAction">) =>
    withNetworkFallback(
      () => serverAction<Action>(),
      (message) => networkFailure(message),
    );
}
