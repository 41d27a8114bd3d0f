import { classNames } from "./class-names";

/**
 * One element each, because pages repeat them, or every page has them; drawn in the text's color by
 * utilities.css.
 */
const CLASSES = {
  star: "icon icon-star",
  pencil: "icon icon-pencil",
  cross: "icon icon-cross",
  tick: "icon icon-tick",
  ticks: "icon icon-ticks",
  copy: "icon icon-copy",
  layers: "icon icon-layers",
  eye: "icon icon-eye",
  eyeOff: "icon icon-eye-off",
  search: "icon icon-search",
  arrow: "icon icon-arrow",
  left: "icon icon-left",
  right: "icon icon-right",
  down: "icon icon-down",
  undo: "icon icon-undo",
  house: "icon icon-house",
  grid: "icon icon-grid",
  compass: "icon icon-compass",
  screen: "icon icon-screen",
  list: "icon icon-list",
  rows: "icon icon-rows",
  sliders: "icon icon-sliders",
  user: "icon icon-user",
  table: "icon icon-table",
  chart: "icon icon-chart",
  shuffle: "icon icon-shuffle",
  download: "icon icon-download",
  bell: "icon icon-bell",
  alert: "icon icon-alert",
  upload: "icon icon-upload",
} as const;
type IconName = keyof typeof CLASSES;

/** The class of an element that shows the icon before its content. */
export function iconClass(name: IconName): string {
  return CLASSES[name];
}

export function icon(name: IconName, className?: string) {
  return <span aria-hidden className={classNames(CLASSES[name], className)} />;
}
