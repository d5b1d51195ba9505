// The look of Codewalkers: tokens and primitives. It knows no module and fetches nothing; screens take every
// button, icon and colour from here and reach for no other component library.
export { Button } from './button.tsx';
export { Checkbox } from './checkbox.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { ContextGauge } from './context-gauge.tsx';
export { cx } from './cx.ts';
export { DatePicker } from './date-picker.tsx';
export { Dialog } from './dialog.tsx';
export { EmptyState } from './empty-state.tsx';
export { FailedPanel } from './failed-panel.tsx';
export { Field } from './field.tsx';
export { FormDialog } from './form-dialog.tsx';
export { holdKeys } from './held-keys.ts';
export { IconButton } from './icon-button.tsx';
export { IdText, shortId } from './id-text.tsx';
export { Input, Textarea } from './input.tsx';
export { Kbd } from './kbd.tsx';
export { Chip, LabelTag } from './label-chip.tsx';
export {
  fetchMenus,
  Menu,
  MenuChoices,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuToggle,
  SubMenu,
} from './menu.tsx';
export { type Found, PickPopover } from './pick-popover.tsx';
export { Popover } from './popover.tsx';
export { PriorityIcon, type PriorityName, priorityNames } from './priority-icon.tsx';
export { Fact, PropertyRow } from './property-row.tsx';
export { formatAge, RelativeTime } from './relative-time.tsx';
export { PersonBadge, RoleBadge } from './role-badge.tsx';
export { ScrollBox, TextBox } from './scroll-box.tsx';
export { Segmented } from './segmented.tsx';
export { Select, type SelectOption } from './select.tsx';
export { PanelSection, SidePanel } from './side-panel.tsx';
export { Skeleton, SkeletonRows } from './skeleton.tsx';
export { Soon } from './soon.tsx';
export { StateIcon, type StateName, StatePill, stateLooks } from './state-icon.tsx';
export { onToastsChanged, shownToasts, toast, undoNewest } from './toast.ts';
export { Tooltip } from './tooltip.tsx';
export { useNarrow } from './use-narrow.ts';
