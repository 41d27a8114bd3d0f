import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import type { PageAnswer } from "./page-change";
import { Toast } from "./toast";
import { useChangeForm, type TellAnswer } from "./use-answers";

/** Says what a form did, with Undo where there is something to take back, or why it was refused, with a second try where no answer came. The form goes to the page's own action. */
export function ChangeToast({ answer, tell }: { answer: PageAnswer | null; tell: TellAnswer }) {
  const { t } = useWords();
  const fetcher = useChangeForm(tell);
  const again = answer?.change === null ? answer.again : undefined;
  const fields = again ?? answer?.change?.undo ?? null;
  return (
    <Toast message={answer === null ? null : (answer.change?.message ?? answer.refused)}>
      {fields === null ? null : (
        <fetcher.Form method="post">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" weight="bare" className="font-semibold text-accent-text">
            {t(again === undefined ? "site.undo" : "site.tryAgain")}
          </Button>
        </fetcher.Form>
      )}
    </Toast>
  );
}
