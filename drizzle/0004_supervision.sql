CREATE TABLE `agents` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`provider` text NOT NULL,
	`project_id` text,
	`capabilities` text DEFAULT '[]' NOT NULL,
	`kind` text NOT NULL,
	`last_seen_at` integer,
	`registered_at` integer NOT NULL,
	`registered_by` text NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agents_id_unique` ON `agents` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `agents_name` ON `agents` (`name`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `account_rests` (
	`provider` text NOT NULL,
	`account_id` text NOT NULL,
	`cause` text NOT NULL,
	`until` integer,
	`times` integer DEFAULT 1 NOT NULL,
	`reason` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`provider`, `account_id`)
);
--> statement-breakpoint
CREATE TABLE `pauses` (
	`scope` text PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`reason` text,
	`paused_by` text NOT NULL,
	`paused_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rests` (
	`task_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`cause` text NOT NULL,
	`until` integer,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rests_until` ON `rests` (`until`);--> statement-breakpoint
CREATE TABLE `retries` (
	`task_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`resume` integer NOT NULL,
	`tries` integer NOT NULL,
	`model` text,
	`note` text,
	`asked_by` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `runs` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `limit_resets_at` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `turns` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `resumes` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `note` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `agent_id` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `last_sign_at` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `stall` text;--> statement-breakpoint
CREATE INDEX `runs_agent` ON `runs` (`agent_id`,`n`) WHERE agent_id is not null;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `files` text;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `requires` text;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `gate` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `gate_approved_at` integer;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `gate_approved_by` text;