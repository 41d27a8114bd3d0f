import { ImageUp, RotateCw } from "lucide-react";
import { type DragEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { MAX_UPLOAD_BYTES, PICTURE_TYPES } from "~/features/uploads/upload-limits";
import { cropAreaText } from "~/features/uploads/crop-area-text";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { type FormFailure, typedText } from "~/ui/forms/form-failure";
import { describedBy, FieldWords } from "~/ui/forms/form-field";
import { useHydrated } from "~/ui/use-hydrated";
import { CroppedImage } from "./cropped-image";
import { type PictureStage, usePictureUpload } from "./use-picture-upload";

const CropDialog = lazy(() => import("./crop-dialog"));

interface PictureFieldProps {
  label: string;
  /** The form's field for the picture's address; `<name>_file` and `<name>_crop` carry a picture that is not uploaded yet. */
  name: "avatar" | "banner_image";
  /** What is shown while nothing new has been chosen, given the address that the form holds. */
  shown: (address: string | null) => ReactNode;
  /** The picture's address now. */
  address: string | null;
  failure?: FormFailure | undefined;
  /** Told of the address when a picture has been uploaded, for forms that are saved at once. */
  onSent?: (address: string) => void;
  /** More controls beside the choice. */
  children?: ReactNode;
}

/**
 * A field for an avatar or a banner. With scripts the picture is cropped in a dialog, uploaded while the person goes on, and the form carries its address;
 * without them, or when the form is sent earlier, the form carries the file itself.
 */
export function PictureField({
  label,
  name,
  shown,
  address,
  failure,
  onSent,
  children,
}: PictureFieldProps) {
  const { t } = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const [isOver, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const isBanner = name === "banner_image";
  const emptyInput = () => {
    if (input.current !== null) input.current.value = "";
  };
  const { stage, choose, forget, send } = usePictureUpload({
    isBanner,
    saved: address,
    onSent(uploaded) {
      // From here on the form carries the address.
      emptyInput();
      onSent?.(uploaded);
    },
  });
  const typed = typedText(failure, name) ?? "";

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > MAX_UPLOAD_BYTES);
    if (file.size <= MAX_UPLOAD_BYTES) return choose(file);
    emptyInput();
    forget();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    if (input.current !== null) input.current.files = event.dataTransfer.files;
    take(event.dataTransfer.files[0]);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  const error = tooLarge
    ? t("pictures.tooLarge")
    : stage.kind === "failed"
      ? t(stage.words)
      : failure?.fields[`${name}_file`];
  const hint = t(hydrated ? "pictures.hint" : "pictures.hintPlain");
  const area = "area" in stage ? stage.area : null;
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "rounded-lg border border-dashed p-4",
        isOver ? "border-accent bg-sunken" : "border-rule-strong",
      )}
    >
      <div className={classNames("flex flex-wrap gap-4", isBanner ? "flex-col" : "items-center")}>
        <Preview stage={stage} isBanner={isBanner}>
          {shown(typed === "" ? address : typed)}
        </Preview>
        <div className="min-w-0 grow">
          <p id={`${id}-label`} className="mb-1.5 text-sm font-medium text-ink-soft">
            {label}
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <label
              className={classNames(
                "relative",
                hydrated &&
                  "inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-rule-strong px-4 text-sm font-medium text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text hover:border-ink",
              )}
            >
              {hydrated ? <ImageUp aria-hidden className="size-4" /> : null}
              <span className={hydrated ? undefined : "sr-only"}>
                {hydrated ? t("pictures.choose") : t("pictures.chooseOf", { label })}
              </span>
              <input
                ref={input}
                type="file"
                name={`${name}_file`}
                accept={PICTURE_TYPES}
                onChange={(event) => take(event.currentTarget.files?.[0])}
                className={
                  hydrated
                    ? "absolute inset-0 cursor-pointer opacity-0"
                    : "min-h-11 max-w-full text-sm file:mr-3 file:min-h-11 file:rounded-md file:border file:border-rule-strong file:bg-raised file:px-4 file:text-ink"
                }
                {...describedBy(id, { hint, error })}
              />
            </label>
            {children}
          </div>
          <input type="hidden" name={name} value={stage.kind === "sent" ? stage.address : typed} />
          <input
            type="hidden"
            name={`${name}_crop`}
            value={area === null || stage.kind === "sent" ? "" : cropAreaText(area)}
          />
          <FieldWords id={id} hint={hint} error={error} />
          {stage.kind === "failed" ? (
            <Button className="mt-2" onClick={() => void send(stage)}>
              <RotateCw aria-hidden className="size-4" />
              {t("pictures.tryAgain")}
            </Button>
          ) : null}
          <Progress stage={stage} />
        </div>
      </div>
      {stage.kind === "cropping" ? (
        <Suspense fallback={<p className="mt-3 text-sm text-ink-soft">{t("pictures.opening")}</p>}>
          <CropDialog
            url={stage.url}
            isBanner={isBanner}
            onCrop={(chosen) => void send({ ...stage, area: chosen })}
            onUnreadable={() => void send({ ...stage, area: null })}
            onCancel={() => {
              emptyInput();
              forget();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The part that will be shown, as soon as there is one. */
function Preview({
  stage,
  isBanner,
  children,
}: {
  stage: PictureStage;
  isBanner: boolean;
  children: ReactNode;
}) {
  if (stage.kind === "none" || stage.kind === "cropping") return children;
  return (
    <CroppedImage
      url={stage.url}
      area={stage.area}
      className={isBanner ? "aspect-[1080/300] w-full rounded-md" : "size-24 shrink-0 rounded-full"}
    />
  );
}

function Progress({ stage }: { stage: PictureStage }) {
  const { t } = useWords();
  const percent = stage.kind === "sending" ? Math.round(stage.share * 100) : 0;
  const words =
    stage.kind === "sending"
      ? t(percent < 100 ? "pictures.uploading" : "pictures.nearlyDone")
      : stage.kind === "sent"
        ? t("pictures.uploaded")
        : "";
  return (
    <div className="mt-2 text-sm text-ink-soft">
      <p role="status">{words}</p>
      {stage.kind === "sending" ? (
        <progress
          aria-label={t("pictures.upload")}
          value={percent}
          max={100}
          className="mt-1 h-1.5 w-full max-w-xs accent-(--accent)"
        />
      ) : null}
    </div>
  );
}
