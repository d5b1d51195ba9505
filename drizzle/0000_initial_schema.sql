CREATE TABLE `accounts` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`provider` text NOT NULL,
	`config_dir` text,
	`env_keys` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_id_unique` ON `accounts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_name` ON `accounts` (`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `runs` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`task_id` text NOT NULL,
	`project_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`role` text NOT NULL,
	`provider` text NOT NULL,
	`model` text,
	`account_id` text,
	`session_id` text,
	`token_hash` text,
	`step` text NOT NULL,
	`outcome` text,
	`reason` text,
	`summary` text,
	`deviations` text DEFAULT '[]' NOT NULL,
	`denials` text DEFAULT '[]' NOT NULL,
	`pid` integer,
	`pid_start` text,
	`boot_id` text,
	`exit_code` integer,
	`worktree` text,
	`branch` text,
	`base_sha` text,
	`head_sha` text,
	`output_offset` integer DEFAULT 0 NOT NULL,
	`tokens_input` integer DEFAULT 0 NOT NULL,
	`tokens_output` integer DEFAULT 0 NOT NULL,
	`tokens_cache_read` integer DEFAULT 0 NOT NULL,
	`tokens_cache_write` integer DEFAULT 0 NOT NULL,
	`cost_usd` real,
	`estimated` integer DEFAULT 1 NOT NULL,
	`context_fill` real,
	`stop_requested_at` integer,
	`stop_requested_by` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_id_unique` ON `runs` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `runs_one_active` ON `runs` (`task_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `runs_task` ON `runs` (`task_id`,`attempt`);--> statement-breakpoint
CREATE INDEX `runs_active` ON `runs` (`n`) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `runs_token` ON `runs` (`token_hash`) WHERE token_hash is not null;--> statement-breakpoint
CREATE TABLE `settings` (
	`scope` text NOT NULL,
	`scope_id` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	PRIMARY KEY(`scope`, `scope_id`, `key`)
);
--> statement-breakpoint
CREATE TABLE `merge_checks` (
	`merge_request_n` integer NOT NULL,
	`attempt` integer NOT NULL,
	`position` integer NOT NULL,
	`command` text NOT NULL,
	`verdict` text NOT NULL,
	`exit_code` integer,
	`duration_ms` integer,
	`started_at` integer,
	PRIMARY KEY(`merge_request_n`, `attempt`, `position`),
	FOREIGN KEY (`merge_request_n`) REFERENCES `merge_requests`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `merge_requests` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`project_id` text NOT NULL,
	`task_id` text NOT NULL,
	`run_id` text NOT NULL,
	`priority` integer NOT NULL,
	`branch` text NOT NULL,
	`head_sha` text NOT NULL,
	`target_branch` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`conflict_files` text DEFAULT '[]' NOT NULL,
	`verdict` text NOT NULL,
	`target_sha` text,
	`merge_sha` text,
	`pushed` integer DEFAULT 0 NOT NULL,
	`attempt` integer NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `merge_requests_id_unique` ON `merge_requests` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `merge_requests_one_active` ON `merge_requests` (`task_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `merge_requests_queue` ON `merge_requests` (`project_id`,`priority`,`n`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `merge_requests_task` ON `merge_requests` (`task_id`);--> statement-breakpoint
CREATE TABLE `projects` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`source_kind` text NOT NULL,
	`default_branch` text NOT NULL,
	`integration_branch` text NOT NULL,
	`goal` text,
	`constraints` text NOT NULL,
	`context_file` text,
	`checks` text NOT NULL,
	`check_timeout` integer NOT NULL,
	`setup_command` text,
	`dispatch` text NOT NULL,
	`merge_style` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_id_unique` ON `projects` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `projects_name` ON `projects` (`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `projects_source` ON `projects` (`source`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `dispatchers` (
	`key` text PRIMARY KEY NOT NULL,
	`epoch` integer NOT NULL,
	`holder` text NOT NULL,
	`pid` integer NOT NULL,
	`acquired_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`entity` text NOT NULL,
	`payload` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`run_id` text,
	`cause` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_entity` ON `events` (`entity`,`seq`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `migrations` (
	`n` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`applied_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriber_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`failures` integer NOT NULL,
	`last_error` text,
	`parked_at` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `task_artifacts` (
	`n` integer PRIMARY KEY NOT NULL,
	`task_n` integer NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_artifacts_once` ON `task_artifacts` (`task_n`,`kind`,`value`);--> statement-breakpoint
CREATE TABLE `task_bodies` (
	`task_n` integer PRIMARY KEY NOT NULL,
	`description` text NOT NULL,
	`acceptance` text NOT NULL,
	`script` text,
	`extra` text,
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `task_comments` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`task_n` integer NOT NULL,
	`reply_to_n` integer,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`external_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_comments_id_unique` ON `task_comments` (`id`);--> statement-breakpoint
CREATE INDEX `task_comments_task` ON `task_comments` (`task_n`,`created_at`);--> statement-breakpoint
CREATE TABLE `task_dependencies` (
	`task_n` integer NOT NULL,
	`on_n` integer NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`task_n`, `on_n`, `type`),
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`on_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `task_dependencies_on` ON `task_dependencies` (`on_n`,`type`,`task_n`);--> statement-breakpoint
CREATE TABLE `task_labels` (
	`task_n` integer NOT NULL,
	`label` text NOT NULL,
	PRIMARY KEY(`task_n`, `label`),
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `task_labels_label` ON `task_labels` (`label`);--> statement-breakpoint
CREATE TABLE `task_proposals` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`task_n` integer NOT NULL,
	`run_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`state` text NOT NULL,
	`accepted_task_n` integer,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`accepted_task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_proposals_id_unique` ON `task_proposals` (`id`);--> statement-breakpoint
CREATE INDEX `task_proposals_task` ON `task_proposals` (`task_n`,`state`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`outcome` text,
	`status_reason` text,
	`priority` integer NOT NULL,
	`type` text NOT NULL,
	`assignee` text,
	`dispatch` text NOT NULL,
	`stage` text,
	`parent_n` integer,
	`project_id` text,
	`initiative_id` text,
	`phase_id` text,
	`requires_plan` integer DEFAULT 0 NOT NULL,
	`plan_approved` integer DEFAULT 0 NOT NULL,
	`external_id` text,
	`open_blockers` integer DEFAULT 0 NOT NULL,
	`open_children` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`lease_holder` text,
	`lease_expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`closed_at` integer,
	`close_reason` text,
	`deleted_at` integer,
	`revision` integer NOT NULL,
	FOREIGN KEY (`parent_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_id_unique` ON `tasks` (`id`);--> statement-breakpoint
CREATE INDEX `tasks_ready` ON `tasks` (`priority`,`created_at`,`n`) WHERE status = 'open' and open_blockers = 0 and open_children = 0 and held = 0 and type <> 'epic' and (requires_plan = 0 or plan_approved = 1) and deleted_at is null;--> statement-breakpoint
CREATE INDEX `tasks_live` ON `tasks` (`priority`,`created_at`,`n`) WHERE status <> 'closed' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `tasks_parent` ON `tasks` (`parent_n`);--> statement-breakpoint
CREATE INDEX `tasks_project` ON `tasks` (`project_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_external` ON `tasks` (`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX `tasks_dispatch` ON `tasks` (`dispatch`) WHERE dispatch <> 'manual' and status = 'open';--> statement-breakpoint
CREATE INDEX `tasks_lease` ON `tasks` (`lease_expires_at`) WHERE lease_expires_at is not null;--> statement-breakpoint
CREATE TABLE `users` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_id_unique` ON `users` (`id`);