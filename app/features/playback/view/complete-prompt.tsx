import { useState } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { setCollection } from "./set-collection";

interface CompletePromptProps {
  animeId: number;
  title: string;
  /** The current collection, or null; restored by Undo. */
  type: string | null;
  onDismiss: () => void;
}

type Step = "offered" | "moving" | "moved" | "failed";

/** Offers to move the title to Completed after its last episode, with an undo. */
export function CompletePrompt({ animeId, title, type, onDismiss }: CompletePromptProps) {
  const { t } = useI18n();
  const [step, setStep] = useState<Step>("offered");
  const moveTo = async (collection: string | null, after: Step) => {
    setStep("moving");
    setStep((await setCollection(animeId, collection)) ? after : "failed");
  };
  const messages: Record<Step, string> = {
    offered: t("watch.finished", { title }),
    moving: t("watch.moment"),
    moved: t("watch.isCompleted", { title }),
    failed: t("watch.failed"),
  };
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md border border-rule bg-raised p-3 text-sm"
    >
      <p className="grow">{messages[step]}</p>
      {step === "moved" ? (
        <Button onClick={() => void moveTo(type, "offered")}>{t("watch.undo")}</Button>
      ) : null}
      {step === "offered" || step === "failed" ? (
        <Button weight="primary" onClick={() => void moveTo("Completed", "moved")}>
          {t("watch.toCompleted")}
        </Button>
      ) : null}
      <Button weight="bare" onClick={onDismiss}>
        {t(step === "moved" ? "watch.close" : "watch.notNow")}
      </Button>
    </div>
  );
}
