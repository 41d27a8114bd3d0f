import { useState } from "react";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { changeCollection } from "./change-collection";

interface FinishedOfferProps {
  animeId: number;
  title: string;
  /** The collection that the title is in now, or null; Undo puts it back there. */
  type: string | null;
  onDismiss: () => void;
}

type Step = "offered" | "moving" | "moved" | "failed";

/** After the last episode: offers to move the title to Completed, and to take that back. */
export function FinishedOffer({ animeId, title, type, onDismiss }: FinishedOfferProps) {
  const { t } = useWords();
  const [step, setStep] = useState<Step>("offered");
  const move = async (collection: string | null, after: Step) => {
    setStep("moving");
    setStep((await changeCollection(animeId, collection)) ? after : "failed");
  };
  const words: Record<Step, string> = {
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
      <p className="grow">{words[step]}</p>
      {step === "moved" ? (
        <Button onClick={() => void move(type, "offered")}>{t("watch.undo")}</Button>
      ) : null}
      {step === "offered" || step === "failed" ? (
        <Button weight="primary" onClick={() => void move("Completed", "moved")}>
          {t("watch.toCompleted")}
        </Button>
      ) : null}
      <Button weight="bare" onClick={onDismiss}>
        {t(step === "moved" ? "watch.close" : "watch.notNow")}
      </Button>
    </div>
  );
}
