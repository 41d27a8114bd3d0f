import { undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { resource } from "~/http/api/resource.server";
import { replayOperation } from "./replay-event.server";

const endpoint = resource({
  methods: {
    POST: replayOperation(undoEvent, "undone", {
      summary: "Undo a change of the watch list",
      description:
        "Restores the previous values, including dates. An event of an import or a bulk change undoes all of it. 409 when a later change conflicts.",
    }),
  },
});

export const loader = endpoint;
export const action = endpoint;
