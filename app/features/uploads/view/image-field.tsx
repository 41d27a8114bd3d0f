import {
  type ComponentProps,
  type DragEvent,
  lazy,
  type ReactNode,
  Suspense,
  useId,
  useRef,
  useState,
} from "react";
import { MAX_UPLOAD_BYTES, IMAGE_TYPES } from "~/features/uploads/upload-limits";
import { formatCropArea } from "~/features/uploads/format-crop-area";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { type FormFailure, submittedText } from "~/ui/forms/form-failure";
import { describedBy, FieldDescription } from "~/ui/forms/form-field";
import { icon } from "~/ui/icons";
import { useHydrated } from "~/ui/use-hydrated";
import { CroppedImage } from "./cropped-image";
import { type UploadStage, useImageUpload } from "./use-image-upload";

const CropDialog = lazy(() => import("./crop-dialog"));

interface ImageFieldProps {
  label: string;
  /** `<name>_file` and `<name>_crop` carry a file not uploaded yet. */
  name: "avatar" | "banner_image";
  shown: (url: string | null) => ReactNode;
  url: string | null;
  failure?: FormFailure | undefined;
  onSent?: (url: string) => void;
  children?: ReactNode;
}

/** An input for an image. With scripts the form carries the uploaded URL, without them the file. */
export function ImageField({
  label,
  name,
  shown,
  url,
  failure,
  onSent,
  children,
}: ImageFieldProps) {
  const { t } = useI18n();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const [isOver, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const isBanner = name === "banner_image";
  const emptyInput = () => {
    if (input.current !== null) input.current.value = "";
  };
  const { stage, choose, forget, send } = useImageUpload({
    isBanner,
    saved: url,
    onSent(uploaded) {
      emptyInput();
      onSent?.(uploaded);
    },
  });
  const typed = submittedText(failure, name) ?? "";

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
    ? t("images.tooLarge")
    : stage.kind === "failed"
      ? t(stage.messageKey)
      : failure?.fields[`${name}_file`];
  const hint = t(hydrated ? "images.hint" : "images.hintPlain");
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
          {shown(typed === "" ? url : typed)}
        </Preview>
        <div className="min-w-0 grow">
          <p id={`${id}-label`} className="mb-1.5 text-sm font-medium text-ink-soft">
            {label}
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <FilePicker
              ref={input}
              name={`${name}_file`}
              label={label}
              onPick={take}
              {...describedBy(id, { hint, error })}
            />
            {children}
          </div>
          <input
            type="hidden"
            name={name}
            value={stage.kind === "sent" ? stage.uploadedUrl : typed}
          />
          <input
            type="hidden"
            name={`${name}_crop`}
            value={area === null || stage.kind === "sent" ? "" : formatCropArea(area)}
          />
          <FieldDescription id={id} hint={hint} error={error} />
          {stage.kind === "failed" ? (
            <Button className="mt-2" onClick={() => void send(stage)}>
              {t("images.tryAgain")}
            </Button>
          ) : null}
          <Progress stage={stage} />
        </div>
      </div>
      {stage.kind === "cropping" ? (
        <Suspense fallback={<p className="mt-3 text-sm text-ink-soft">{t("images.opening")}</p>}>
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

interface FilePickerProps extends Omit<ComponentProps<"input">, "children"> {
  label: string;
  onPick: (file: File | undefined) => void;
}

/** A button with scripts, and the browser's own field without them. */
function FilePicker({ label, onPick, ...attributes }: FilePickerProps) {
  const { t } = useI18n();
  const hydrated = useHydrated();
  return (
    <label
      className={classNames(
        "relative",
        hydrated &&
          "inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-rule-strong px-4 text-sm font-medium text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text hover:border-ink",
      )}
    >
      {hydrated ? icon("upload") : null}
      <span className={hydrated ? undefined : "sr-only"}>
        {hydrated ? t("images.choose") : t("images.chooseOf", { label })}
      </span>
      <input
        {...attributes}
        type="file"
        accept={IMAGE_TYPES}
        onChange={(event) => onPick(event.currentTarget.files?.[0])}
        className={
          hydrated
            ? "absolute inset-0 cursor-pointer opacity-0"
            : "min-h-11 max-w-full text-sm file:mr-3 file:min-h-11 file:rounded-md file:border file:border-rule-strong file:bg-raised file:px-4 file:text-ink"
        }
      />
    </label>
  );
}

function Preview({
  stage,
  isBanner,
  children,
}: {
  stage: UploadStage;
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

function Progress({ stage }: { stage: UploadStage }) {
  const { t } = useI18n();
  const percent = stage.kind === "sending" ? Math.round(stage.share * 100) : 0;
  const message =
    stage.kind === "sending"
      ? t(percent < 100 ? "images.uploading" : "images.nearlyDone")
      : stage.kind === "sent"
        ? t("images.uploaded")
        : "";
  return (
    <div className="mt-2 text-sm text-ink-soft">
      <p role="status">{message}</p>
      {stage.kind === "sending" ? (
        <progress
          aria-label={t("images.upload")}
          value={percent}
          max={100}
          className="mt-1 h-1.5 w-full max-w-xs accent-(--accent)"
        />
      ) : null}
    </div>
  );
}
