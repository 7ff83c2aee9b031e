use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use super::*;

type PoolWorker = Box<dyn FnMut(u64) -> Option<u64> + Send>;

fn run(items: u64, workers: usize, job: fn(u64) -> Option<u64>) -> Vec<u64> {
    let pool = Arc::new(OrderedPool::new(workers));
    let workers = (0..workers).map(|_| -> PoolWorker { Box::new(job) }).collect();
    let mut taken = Vec::new();
    let take = |made| {
        taken.push(made);
        ControlFlow::Continue(())
    };
    pool.run((0..items).map(Ok), workers, take).expect("no error");
    taken
}

/// Squares a number; every seventh number takes 2 ms longer.
fn uneven(item: u64) -> u64 {
    if item.is_multiple_of(7) {
        thread::sleep(Duration::from_millis(2));
    }
    item * item
}

#[test]
fn results_come_in_order_and_none_is_lost() {
    let squares: Vec<_> = (0..300).map(|item| item * item).collect();
    for workers in [1, 2, 5] {
        assert_eq!(run(300, workers, |item| Some(uneven(item))), squares);
    }
    assert!(run(0, 2, Some).is_empty());
}

#[test]
fn a_stopped_item_has_no_result_and_ends_the_run() {
    assert_eq!(run(40, 3, |item| (item != 5).then_some(item)), [0, 1, 2, 3, 4]);
}

#[test]
fn reading_ahead_is_limited() {
    static READ: AtomicU64 = AtomicU64::new(0);
    let pool = Arc::new(OrderedPool::new(2));
    let source = (0..1_000).map(|item| {
        READ.fetch_add(1, Ordering::SeqCst);
        Ok(item)
    });
    let slow_first = |item: u64| {
        if item == 0 {
            // No event marks that nothing more is read, so this wait has a fixed time.
            thread::sleep(Duration::from_millis(200));
        }
        Some(READ.load(Ordering::SeqCst))
    };
    let mut read = Vec::new();
    let take = |made| {
        read.push(made);
        ControlFlow::Continue(())
    };
    pool.run(source, vec![slow_first; 2], take).expect("no error");
    assert_eq!(read.len(), 1_000);
    assert!((AHEAD..3 * AHEAD).contains(&read[0]), "{} items were read during the first item", read[0]);
}

#[test]
fn a_drained_pool_finishes_items_in_progress_and_does_not_wait_for_input() {
    let pool = Arc::new(OrderedPool::new(2));
    let drainer = Arc::clone(&pool);
    let endless = (0..).map(|item: u64| {
        if item >= 10 {
            // Like an open pipe without a writer.
            thread::sleep(Duration::from_hours(1));
        }
        Ok(item)
    });
    let worker = move |item| {
        if item == 9 {
            drainer.drain();
        }
        Some(item)
    };
    let mut taken = Vec::new();
    let take = |made| {
        taken.push(made);
        ControlFlow::Continue(())
    };
    pool.run(endless, vec![worker; 2], take).expect("no error");
    assert_eq!(taken, (0..10).collect::<Vec<u64>>());
}

#[test]
fn an_input_error_or_a_break_of_the_output_ends_the_run() {
    let broken = || (0..5).map(Ok).chain([Err(io::Error::other("torn"))]);
    let mut taken = Vec::new();
    let take = |made: u64| {
        taken.push(made);
        ControlFlow::Continue(())
    };
    let error = Arc::new(OrderedPool::new(2)).run(broken(), vec![Some; 2], take);
    assert_eq!(error.map_err(|error| error.to_string()), Err("torn".to_owned()));
    assert_eq!(taken, [0, 1, 2, 3, 4]);
    let refuse = |_: u64| ControlFlow::Break(());
    let ended = Arc::new(OrderedPool::new(2)).run((0..).map(Ok), vec![Some; 2], refuse);
    assert!(ended.is_ok());
}

#[test]
fn a_stopped_pool_returns_while_its_workers_are_busy_and_its_source_blocks() {
    let pool = Arc::new(OrderedPool::new(2));
    let source = (0..).map(|item: u64| {
        if item >= 2 {
            thread::sleep(Duration::from_hours(1));
        }
        Ok(item)
    });
    let stopper = Arc::clone(&pool);
    let worker = move |item| {
        if item == 1 {
            stopper.stop();
            thread::sleep(Duration::from_hours(1));
        }
        Some(item)
    };
    assert!(pool.run(source, vec![worker; 2], |_| ControlFlow::Continue(())).is_ok());
}

#[test]
fn results_are_delivered_while_the_source_blocks() {
    let (taken, next) = std::sync::mpsc::channel();
    // Each item waits for the result of the one before it.
    let source = (0..20).map(move |item: u64| {
        if item > 0 {
            next.recv_timeout(Duration::from_mins(1)).expect("a result");
        }
        Ok(item)
    });
    let mut count = 0;
    let take = |_| {
        count += 1;
        let _ = taken.send(());
        ControlFlow::Continue(())
    };
    let pool = Arc::new(OrderedPool::new(3));
    pool.run(source, vec![Some; 3], take).expect("no error");
    assert_eq!(count, 20);
}

#[test]
fn a_worker_that_panics_ends_the_run_after_the_results_before_it() {
    let panics_at_five = |item: u64| {
        assert!(item != 5, "panic of the test");
        Some(item)
    };
    let mut taken = Vec::new();
    let take = |item| {
        taken.push(item);
        ControlFlow::Continue(())
    };
    let ended = OrderedPool::new(3).run_scoped((0..).map(Ok), vec![panics_at_five; 3], take);
    assert_eq!(ended.map_err(|error| error.to_string()), Err("a worker thread panicked".to_owned()));
    assert_eq!(taken, [0, 1, 2, 3, 4]);
}

fn taken(threads: usize, end: u64, most: usize) -> Vec<u64> {
    let mut taken = Vec::new();
    let square = |(): &mut (), number: u64| {
        // Later numbers take less time.
        (0..1_000 * (end.min(40) - number.min(39))).for_each(|i| {
            std::hint::black_box(i);
        });
        Some(number * number)
    };
    let take = |square| {
        taken.push(square);
        if taken.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    run_numbered(vec![(); threads], end, &StopFlag::default(), square, take).expect("threads");
    taken
}

#[test]
fn results_come_in_order_with_any_number_of_threads() {
    let squares: Vec<u64> = (0..40).map(|number| number * number).collect();
    for threads in [1, 2, 7] {
        assert_eq!(taken(threads, 40, 100), squares);
    }
    assert_eq!(taken(3, u64::MAX, 5), &squares[..5], "until the caller breaks");
}
