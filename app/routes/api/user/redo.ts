import { redoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { resource } from "~/http/api/resource.server";
import { replayOperation } from "./replay-event.server";

const endpoint = resource({
  methods: {
    POST: replayOperation(redoEvent, "redone", {
      summary: "Make an undone change of the watch list again",
      description:
        "Restores what an undo took back; an event of a bulk change redoes all of it. 409 when the event is not undone, is of an import, or a later change conflicts.",
    }),
  },
});

export const loader = endpoint;
export const action = endpoint;
