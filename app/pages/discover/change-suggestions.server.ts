import { z } from "zod";
import {
  FEEDBACK_KINDS,
  giveFeedback,
  withdrawFeedback,
} from "~/features/suggestions/feedback.server";
import { entryIdSchema } from "~/features/watch-list/entry-input";
import { changeList } from "~/features/watch-list/tracking/change-list.server";
import { zodMessage } from "~/i18n/error-message";
import type { PageChange } from "~/ui/changes/page-change";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";

/** The states that the buttons put a title on the list with. */
const STATES = { plan: "planned", "seen-it": "completed" } as const;

export const suggestionFormSchema = z.discriminatedUnion("intent", [
  entryIdSchema.extend({ intent: z.enum(FEEDBACK_KINDS) }),
  entryIdSchema.extend({ intent: z.enum(["plan", "seen-it"]) }),
  entryIdSchema.extend({ intent: z.literal("undo-feedback") }),
  z.object({
    intent: z.enum(["undo", "redo"]),
    eventId: z.uuid(zodMessage("list.nothingToRestore")),
  }),
]);

interface SuggestionChange {
  i18n: I18n;
  language: TitleLanguage;
  scale: ScoreScale;
}

/** Does what a button of a suggestion says, or undoes it. Throws as `changeList` does. */
export async function changeSuggestions(
  db: Database,
  tracker: Tracker,
  form: z.output<typeof suggestionFormSchema>,
  { i18n, language, scale }: SuggestionChange,
): Promise<PageChange> {
  const { t } = i18n;
  const { userId, parentalControl } = tracker;
  const toList = (change: Parameters<typeof changeList>[2]) =>
    changeList(db, tracker, change, { i18n, scale });
  switch (form.intent) {
    case "plan":
    case "seen-it":
      return toList({ intent: "state", animeId: form.animeId, state: STATES[form.intent] });
    case "undo":
    case "redo":
      return toList(form);
    case "undo-feedback":
      await withdrawFeedback(db, userId, form.animeId);
      return { message: t("discover.undone"), undo: null };
    case "not-this":
    case "less-like-this": {
      const names = await giveFeedback(db, userId, {
        animeId: form.animeId,
        kind: form.intent,
        parentalControl,
      });
      const title = displayTitle(names, language).text;
      return {
        message: t(
          form.intent === "not-this" ? "discover.notThisDone" : "discover.lessLikeThisDone",
          { title },
        ),
        undo: { intent: "undo-feedback", animeId: String(form.animeId) },
      };
    }
  }
}
