import { z } from "zod";
import { displayTitle } from "~/features/catalog/title-language";
import {
  FEEDBACK_KINDS,
  giveFeedback,
  withdrawFeedback,
} from "~/features/suggestions/feedback.server";
import { entryIdSchema } from "~/features/watch-list/entry-input";
import { changeList } from "~/features/watch-list/tracking/change-list.server";
import {
  i18nContext,
  servicesContext,
  type RouterContext,
  visitorSettingsContext,
} from "~/http/context";
import { getPageTracker } from "~/http/forms/get-tracker.server";
import { zodMessage } from "~/i18n/error-message";
import type { PageChange } from "~/ui/changes/page-change";
import { handlePageChange } from "~/http/pages/page-change.server";

/** The states that the buttons put a title on the list with. */
const STATES = { plan: "planned", "seen-it": "completed" } as const;

const formSchema = z.discriminatedUnion("intent", [
  entryIdSchema.extend({ intent: z.enum(FEEDBACK_KINDS) }),
  entryIdSchema.extend({ intent: z.enum(["plan", "seen-it"]) }),
  entryIdSchema.extend({ intent: z.literal("undo-feedback") }),
  z.object({
    intent: z.enum(["undo", "redo"]),
    eventId: z.uuid(zodMessage("list.nothingToRestore")),
  }),
]);

/** The buttons of a suggestion, and what undoes them. */
export function handleSuggestionForm(request: Request, context: RouterContext) {
  const { db } = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { t } = i18n;
  return handlePageChange(
    request,
    context,
    formSchema,
    async (form, { user }): Promise<PageChange> => {
      const toList = (change: Parameters<typeof changeList>[2]) =>
        changeList(db, getPageTracker(request, context, user), change, {
          i18n,
          scale: user.preferences.scoreScale,
        });
      switch (form.intent) {
        case "plan":
        case "seen-it":
          return toList({ intent: "state", animeId: form.animeId, state: STATES[form.intent] });
        case "undo":
        case "redo":
          return toList(form);
        case "undo-feedback":
          await withdrawFeedback(db, user.id, form.animeId);
          return { message: t("discover.undone"), undo: null };
        case "not-this":
        case "less-like-this": {
          const names = await giveFeedback(db, user.id, {
            animeId: form.animeId,
            kind: form.intent,
            parentalControl,
          });
          const title = displayTitle(names, titleLanguage).text;
          return {
            message: t(
              form.intent === "not-this" ? "discover.notThisDone" : "discover.lessLikeThisDone",
              { title },
            ),
            undo: { intent: "undo-feedback", animeId: String(form.animeId) },
          };
        }
      }
    },
  );
}
