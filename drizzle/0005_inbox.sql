CREATE TABLE `inbox_items` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`project_id` text,
	`task_id` text,
	`run_id` text,
	`title` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`details` text DEFAULT '{}' NOT NULL,
	`choices` text NOT NULL,
	`state` text NOT NULL,
	`answer` text,
	`answered_by` text,
	`answered_via` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`ended_at` integer,
	`delivered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_items_id_unique` ON `inbox_items` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_items_open` ON `inbox_items` (`subject`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `inbox_items_task` ON `inbox_items` (`task_id`,`n`);--> statement-breakpoint
CREATE INDEX `inbox_items_run` ON `inbox_items` (`run_id`,`n`);--> statement-breakpoint
CREATE INDEX `inbox_items_expiry` ON `inbox_items` (`expires_at`) WHERE state = 'open' and expires_at is not null;--> statement-breakpoint
CREATE TABLE `messages` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`thread_id` text NOT NULL,
	`sender_kind` text NOT NULL,
	`sender_id` text NOT NULL,
	`sender_name` text NOT NULL,
	`recipient_kind` text NOT NULL,
	`recipient_id` text NOT NULL,
	`task_id` text,
	`priority` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`read_at` integer,
	`delivered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_id_unique` ON `messages` (`id`);--> statement-breakpoint
CREATE INDEX `messages_recipient` ON `messages` (`recipient_kind`,`recipient_id`,`n`);--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`thread_id`,`n`);--> statement-breakpoint
CREATE INDEX `messages_task` ON `messages` (`task_id`,`n`);--> statement-breakpoint
CREATE TABLE `permission_rules` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`project_id` text,
	`tool` text NOT NULL,
	`pattern` text,
	`item_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `permission_rules_id_unique` ON `permission_rules` (`id`);--> statement-breakpoint
CREATE INDEX `permission_rules_project` ON `permission_rules` (`project_id`);